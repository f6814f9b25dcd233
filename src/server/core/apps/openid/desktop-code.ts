import type { Scope } from '#contract/vocabulary/scopes.ts';
import type { Origin } from '#server/core/protection/audit/audit.ts';
import type { Session } from '#server/core/sign-in/sessions/sessions.ts';

/** Request of a desktop for one of its programs. */
export interface WantedCode {
  readonly clientID: string;
  readonly program: string;
  readonly redirectUri: string;
  readonly scopes: readonly Scope[];
  /** S256. */
  readonly codeChallenge: string;
  readonly nonce?: string;
  /** Thumbprint of the key of the program. */
  readonly dpopJkt?: string;
}

/** A session that stands for a desktop. */
export type DesktopSession = Session & Required<Pick<Session, 'desktop'>>;

export interface DesktopCaller {
  readonly session: DesktopSession;
  readonly origin: Origin;
}

/** An authorization code for a program, or the page on which the person has to allow it first. */
export type DesktopCode = (caller: DesktopCaller, wanted: WantedCode) => Promise<{ readonly code: string } | { readonly continue: string }>;
