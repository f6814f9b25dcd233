import { day } from '#server/platform/clock.ts';
import type { TestApp } from '#server/testing/server/test-app.ts';
import type { OldAccount } from '#server/testing/people/legacy.ts';
import type { TestBrowser } from '#server/testing/server/test-browser.ts';
import type { Hand, Prize } from './hand.ts';
import type { LifeKind, Look } from './kinds.ts';
import type { Standing } from './standing.ts';

/** One life of an owner and a thief. */
export interface Life extends Prize {
  readonly app: TestApp;
  readonly kind: LifeKind;
  readonly look: Look;
  readonly random: (below: number) => number;
  /** Whether the owner freezes the account before they get it back: what was taken out lately stands again. */
  readonly freezesFirst: boolean;
  /** Whether the thief tries all that he has once more when every former way of his has lapsed or stands for itself. */
  readonly triesLater: boolean;
  readonly owner: Side & { readonly home: TestBrowser };
  readonly thief: ThiefSide;
  /** When the owner looks next. */
  lookAt: number;
  /** Ways that stood in the account when the theft began. */
  readonly stood: Standing;
  /** Story of the life, for a failure's text. */
  readonly story: string[];
}

interface Side {
  readonly hand: Hand;
}

export interface ThiefSide {
  /** Everything that he can show now. */
  hand: Hand;
  /** Things of his own, beside the stolen ones: he keeps them when the theft ends. */
  readonly own: Hand;
  readonly browsers: TestBrowser[];
  /** Tickets of recoveries and claims, with the browser in which each was begun. */
  readonly tickets: { readonly browser: TestBrowser; readonly ticket: string }[];
  /** Keys that he has without their lock. */
  readonly locked: Hand['passkeys'];
  /** Codes that he saw somebody type. */
  readonly seen: readonly string[];
  /** Requests that he opened and that wait for less than a week. */
  claims: number;
  /** Whether a claim of his has run undisputed. */
  isByClaim: boolean;
  /** A password for each use. */
  passwords: number;
  /** Tokens of an app that was allowed for him. */
  readonly refreshTokens: string[];
  /** The legacy account that he has had for long. */
  legacy: OldAccount | undefined;
}

export function pickOf<Each>(random: Life['random'], all: readonly Each[]): Each {
  const picked = all[random(all.length)];
  if (picked === undefined) throw new Error('nothing to pick from');
  return picked;
}

/** Counts a request that waits for less than a week: a single password opens none. */
export function noteWait(
  { app, thief }: Life,
  { code, data }: { readonly code: number; readonly data: { readonly dueAt?: string } },
): void {
  if (code === 200 && Date.parse(data.dueAt ?? '') < app.clock.now() + 7 * day) thief.claims += 1;
}

/** Things that the thief has made stay his. */
export function gain({ thief: { hand, own } }: Life, made: Partial<Hand>): void {
  for (const each of new Set([hand, own])) {
    each.passwords.unshift(...(made.passwords ?? []));
    each.passkeys.unshift(...(made.passkeys ?? []));
    each.totps.unshift(...(made.totps ?? []));
    each.codes.unshift(...(made.codes ?? []));
  }
}

/** A password that nobody has used. */
export function newPassword(side: ThiefSide): string {
  side.passwords += 1;
  return `Thieves-${side.passwords}-Harbour`;
}
