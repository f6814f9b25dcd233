import type { Db } from '#server/core/database/db.ts';
import { knowsBrowser } from './known-browsers.repository.ts';

interface AccountLimit {
  /**
   * `browser`: each browser that the account knows has the limit to itself, and all others have it together, so that nobody uses
   * it up for the owner by a copied session or a password. `session`: each session has it. `account`: everybody shares it.
   */
  readonly whose: 'browser' | 'session' | 'account';
  /** Reason for the limit. */
  readonly because: string;
}

/** Every limit that is counted by the account: without a row here nobody can make its key. */
export const accountLimits = {
  totp: { whose: 'browser', because: 'six digits are guessed slowly' },
  'totp-day': { whose: 'browser', because: 'three of a million codes are right at a time' },
  'totp-known': { whose: 'account', because: 'an intruder with many browsers guesses no more than one with few' },
  'totp-new': { whose: 'browser', because: 'the code shows that the app was set up' },
  'recovery-code': { whose: 'browser', because: 'ten codes stand on the paper' },
  'freeze-step': { whose: 'browser', because: 'a code that only freezes is guessed slowly too, and uses up no second step' },
  'recovery-password': { whose: 'browser', because: 'a password is guessed slowly' },
  session: { whose: 'session', because: 'five wrong passwords end the session that they were typed in' },
  'session-passwords': { whose: 'account', because: 'one session ends before thirty, so that a copied one uses up nothing' },
  qr: { whose: 'browser', because: 'one of a hundred numbers is right' },
  'qr-told': { whose: 'account', because: 'one message an hour says the same as many' },
  'device-code': { whose: 'browser', because: 'codes of strangers are not found by trying' },
  'own-contact': { whose: 'browser', because: 'the digits that a page hides are not found by trying' },
  avatars: { whose: 'browser', because: 'each is a file' },
  logos: { whose: 'browser', because: 'each is a file' },
  'upgrade-search': { whose: 'browser', because: 'accounts of others are not found by trying' },
  'upgrade-bind': { whose: 'browser', because: 'each moves a contact' },
  'developer-apps': { whose: 'browser', because: 'each is an app that lives on' },
  'developer-reviews': { whose: 'browser', because: 'a person reads each' },
  'developer-sectors': { whose: 'browser', because: 'our server asks the server of somebody else' },
  'developer-testers': { whose: 'browser', because: 'each is a message' },
  'developer-transfers': { whose: 'browser', because: 'each is a message' },
  'developer-tries': { whose: 'browser', because: 'each is a run with a secret' },
  requests: { whose: 'browser', because: 'a person answers each' },
  'ways-back': { whose: 'browser', because: 'each is a row' },
  'codes-elsewhere': { whose: 'account', because: 'what it leaves of the codes to a contact is for known browsers' },
  'freeze-by-password': { whose: 'account', because: 'more than one a day would keep the account closed, and the owner has other ways' },
  'begin-signed-in': { whose: 'account', because: 'beyond it the network of the client is counted, as for visitors' },
  'desk-refused': { whose: 'account', because: 'one alarm an hour says the same as many' },
  'desktop-code': { whose: 'account', because: 'desktops call with their keys, which a copied session has not' },
  'settings-read': { whose: 'account', because: 'programs call with tokens of devices, which a copied session has not' },
  'settings-write': { whose: 'account', because: 'programs call with tokens of devices, which a copied session has not' },
} as const satisfies Readonly<Record<string, AccountLimit>>;

type LimitsOf<Whose extends AccountLimit['whose']> = {
  [Name in keyof typeof accountLimits]: (typeof accountLimits)[Name]['whose'] extends Whose ? Name : never;
}[keyof typeof accountLimits];

/** Limits that nobody uses up for a browser that the account knows. */
export type BrowserLimit = LimitsOf<'browser'>;

const isCounted: unique symbol = Symbol('counted');

/** For whom a use of a limit counts. Only `countedFor` makes one. */
export interface CountedFor {
  readonly accountId: string;
  /** Hash of its cookie; undefined for one that the account does not know. */
  readonly browser: string | undefined;
  readonly [isCounted]: true;
}

export async function countedFor(
  db: Db,
  { accountId, browser }: { readonly accountId: string; readonly browser: string | undefined },
): Promise<CountedFor> {
  return { accountId, browser: (await knowsBrowser(db, { accountId, browser })) ? browser : undefined, [isCounted]: true };
}

/** The key under which a limit is counted. */
export function limitKey(name: BrowserLimit, by: CountedFor): string;
export function limitKey(name: LimitsOf<'account' | 'session'>, id: string): string;
export function limitKey(name: keyof typeof accountLimits, by: CountedFor | string): string {
  if (typeof by === 'string') return `${name}:${by}`;
  return by.browser === undefined ? `${name}:${by.accountId}` : `${name}:${by.accountId}:${by.browser}`;
}
