import { AsyncLocalStorage } from 'node:async_hooks';
import type { Session } from '#server/core/sign-in/sessions/sessions.ts';

/** Evidence of a call. */
export interface CallOutcome {
  clientId?: string;
  /** Calls a minute of that client; null for the usual number. */
  rate?: number | null;
  /** Whether the client has proven itself, or a public client's call was right. */
  isProven: boolean;
}

/**
 * The context of the provider's work: the browser session and client IP of the request, and the device of an approval.
 */
export interface Authorizer {
  readonly session: Session | undefined;
  /** The client IP. Absent where nothing can be stored for strangers. */
  readonly address?: string;
  readonly deviceId?: string;
  /** Filled by the provider: the client that a call proved to be of. */
  readonly outcome?: CallOutcome;
}

/**
 * The library's storage interface knows no request. Provider sessions rest on our sessions, and grants carry our
 * credential epoch, so the session of the request travels beside it.
 */
export const authorizer = new AsyncLocalStorage<Authorizer>();
