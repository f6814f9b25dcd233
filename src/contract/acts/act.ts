import type { NoticeKind } from '#contract/protection/notices/notice-kinds.words.ts';
import type { WayKind } from '#contract/sign-in/ways/ways.words.ts';

/**
 * The party that brings it about. The laws bind rows of an `account`. A `visitor` brings a proof in the same call, a `link` shows what
 * was shown when it was asked for, a `token` what its approval showed: their proof is `own`. Acts of staff are rows of
 * `operations/desk/roles.ts`.
 */
export type Caller = 'account' | 'visitor' | 'link' | 'token';

/**
 * The strength that an ordinary account shows, and what a protected one shows beside it: `step`, a second step of another
 * root in this session within ten minutes; `two`, independent ways, or a wait.
 */
export type Weight = `${'none' | '1' | '2' | '3'}/${'none' | 'step' | 'two'}` | 'own';

/** The change to the ways of the account. */
export type WayChange = 'nothing' | `${'adds' | 'removes' | 'replaces'} ${WayKind | 'two steps' | 'ways'}`;

/** Sessions and tokens that end with it; the dialogs say so before. */
export type Ends = 'nothing' | 'others' | 'all';

/**
 * How it is taken back. `self`: by the same call, with no count or date in the way. `freeze`: by a freeze and the way back,
 * counts and dates too. `less`: never, and it needs none, because somebody has less access or we hold less. `says`: it is an
 * answer or a request that binds nobody else. `never`.
 */
export type Undone = 'self' | 'freeze' | 'less' | 'says' | 'never';

/**
 * The longest life of what lets somebody enter or read: sessions, devices, tokens, grants, links, rights. Acceptances,
 * choices, marks of browsers and places of testers let nobody in.
 */
export type Lives = 'request' | 'session' | 'longer';

/** Others who get data of the account, or a say over it. */
export type Gives = 'nobody' | 'app' | 'person';

/** The field that a proof is bound to. */
export type Target = 'none' | 'phone' | 'email' | 'region' | 'platform' | 'passkey' | 'app' | 'code' | 'child';

/** `app`: the owner of the app, by its own mail. */
export type Told = NoticeKind | 'app' | `quiet: ${string}`;

/** Whether a session may bring it about in each state of its account. */
export interface States {
  /** It has not answered changed agreements, or waits for a guardian. */
  readonly held: 'open' | 'refused';
  /** It is a child's, under the age gate. */
  readonly child: 'open' | 'refused';
  readonly deleting: 'open' | 'refused';
  readonly frozen: 'open' | 'refused';
}

/** The answers of one act. No answer has a default. */
export type ActRow = readonly [
  caller: Caller,
  weight: Weight,
  changes: WayChange,
  ends: Ends,
  undone: Undone,
  lives: Lives,
  gives: Gives,
  target: Target,
  told: Told,
  states: States,
];

export type ActRows = Readonly<Record<string, ActRow>>;

export const usual = { held: 'refused', child: 'open', deleting: 'refused', frozen: 'refused' } as const satisfies States;

/** It leaves every right open: a held session answers, leaves, or takes its data along. */
export const heldToo = { ...usual, held: 'open' } as const satisfies States;

export const adults = { ...usual, child: 'refused' } as const satisfies States;

/** The page of a deletion has its own session. */
export const leaving = { ...heldToo, deleting: 'open' } as const satisfies States;

/** The way back, and whatever stops somebody. */
export const always = { ...leaving, frozen: 'open' } as const satisfies States;
