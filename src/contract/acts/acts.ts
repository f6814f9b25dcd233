import type { Strength, WayKind } from '#contract/sign-in/ways/ways.words.ts';
import { accountActs } from './account.ts';
import type { ActRow, States, Target } from './act.ts';
import { appsActs } from './apps.ts';
import { protectionActs } from './protection.ts';
import { rightsActs } from './rights.ts';
import { signInActs } from './sign-in.ts';

/** Everything that a person, a link or a token can do. Code that asks for a proof, ends access or waits reads it here. */
export const acts = { ...accountActs, ...signInActs, ...protectionActs, ...appsActs, ...rightsActs } as const;

type Acts = typeof acts;

export type Act = keyof Acts;

export const actNames = Object.keys(acts) as readonly Act[];

/** A row by the names of its answers. */
export function answersOf(act: Act) {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each row is checked where it stands, and fails only there
  const row = acts[act] as ActRow;
  const [caller, weight, changes, ends, undone, lives, gives, target, told, states] = row;
  const [proof, onProtected] = weight === 'own' ? (['own', 'none'] as const) : divided(weight);
  return { caller, proof, onProtected, changes, ends, undone, lives, gives, target, told, ...states };
}

function divided(weight: Exclude<ActRow[1], 'own'>) {
  const [proof, onProtected] = weight.split('/');
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the type of a weight says so
  return [proof, onProtected] as ['none' | '1' | '2' | '3', 'none' | 'step' | 'two'];
}

/** Acts that need a fresh identity proof (contract 3), at least on a protected account. */
export type SensitiveAction = { [A in Act]: Acts[A][1] extends 'own' | 'none/none' ? never : A }[Act];

export const sensitiveActions = actNames.filter(isSensitive);

function isSensitive(act: Act): act is SensitiveAction {
  return acts[act][1] !== 'own' && acts[act][1] !== 'none/none';
}

/** Required strength on an ordinary account: as strong as the thing that it removes (contract 3). */
export function proofOf(action: SensitiveAction): Strength {
  const { proof } = answersOf(action);
  return proof === 'none' || proof === 'own' ? 0 : strengths[proof];
}

const strengths = { 1: 1, 2: 2, 3: 3 } as const;

/** Asked on a protected account beyond `proofOf`. */
export function askedOnProtected(action: SensitiveAction): 'none' | 'step' | 'two' {
  return answersOf(action).onProtected;
}

/**
 * Whether an action ends every other session and every token. What the person allowed to apps stays in every case (ADR 5).
 * The server acts by it, and the dialogs say it before.
 */
export function endsOthers(action: SensitiveAction): boolean {
  return acts[action][3] !== 'nothing';
}

/** Acts that take two independent ways on a protected account: it also does them after a wait, where two cannot be shown. */
export type WaitingAct = { [A in Act]: Acts[A][1] extends `${string}/two` ? A : never }[Act];

export const waitingActs = actNames.filter((act): act is WaitingAct => acts[act][1].endsWith('/two'));

export function waits(action: Act): action is WaitingAct {
  return waitingActs.some((each) => each === action);
}

/** Removals: once the wait is over they are done automatically. Every other act needs its person, who then shows one way again. */
export type RemovalAct = { [A in Act]: Acts[A][2] extends `removes ${string}` ? A : never }[Act];

export const removals = actNames.filter((act): act is RemovalAct => acts[act][2].startsWith('removes '));

export function isRemoval(action: Act): action is RemovalAct {
  return removals.some((each) => each === action);
}

/** Acts that a freeze takes back, other than changes of ways, which the way back lists, and access of others, which ends. */
export type PutBackAct = {
  [A in Act]: Acts[A] extends { readonly 2: 'nothing' | `${string} two steps`; readonly 4: 'freeze'; readonly 6: 'nobody' } ? A : never;
}[Act];

/** The contact that an action takes out of its place. */
export function contactTakenBy(action: SensitiveAction): 'phone' | 'email' | undefined {
  const { changes } = answersOf(action);
  return (['phone', 'email'] as const).find((kind) => changes === `removes ${kind}` || changes === `replaces ${kind}`);
}

/** The kind of way that an action adds or makes afresh: none of that kind proves it, but for a passkey beside another. */
export function kindMadeBy(action: SensitiveAction): WayKind | undefined {
  const { changes } = answersOf(action);
  return (['totp', 'recoveryCode'] as const).find((kind) => changes === `adds ${kind}` || changes === `replaces ${kind}`);
}

/** The field that a proof of the action is bound to. */
export function targetOf(action: SensitiveAction): Target {
  return answersOf(action).target;
}

/** The acts of a call: none yet, one, or one of several. */
export type Brings = 'asks' | Act | readonly Act[];

/**
 * Whether a session may make a call in a state of its account: each act of the call has to be open. A call
 * without one is open, held sessions aside, but no session of a frozen account lives.
 */
export function isOpenIn(state: keyof States, { act = 'asks', whenHeld }: { readonly act?: Brings; readonly whenHeld?: 'open' }): boolean {
  const brought = actsIn(act);
  if (brought.length > 0) return brought.every((each) => answersOf(each)[state] === 'open');
  if (state === 'held') return whenHeld === 'open';
  return state !== 'frozen';
}

/** The acts of a call; none for one that only asks. */
export function actsIn(brings: Brings): readonly Act[] {
  if (brings === 'asks') return [];
  return typeof brings === 'string' ? [brings] : brings;
}
