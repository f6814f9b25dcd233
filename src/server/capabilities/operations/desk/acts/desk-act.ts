import type { StaffAct } from '#contract/operations/desk/roles.ts';
import { StaffRefusal } from '#server/core/operations/staff/staff-refusal.ts';
import { minute } from '#server/platform/clock.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { doAct, Waiting } from './do-act.ts';
import type { AtDesk, PersonDeps } from '../session/at-desk.ts';

/** How long a proof of a member is good for acts. */
const proofMs = 10 * minute;

/** An act at the desk. */
export interface DeskOrder {
  readonly act: StaffAct;
  readonly accountId?: string;
  readonly version?: number;
  readonly object?: Readonly<Record<string, string>>;
  readonly reason: string;
  readonly caseRef: string;
  readonly isDue?: () => Promise<boolean>;
}

/**
 * Does an act of a member at the desk by the same use case as the commands.
 * @throws {Refusal} deskRoleRefuses, ownAccount, deskChanged; secondPersonNeeded where the act waits for a second member
 */
export async function actAtDesk<T>(
  { store: { db, clock, keyring }, journal: { audit } }: Pick<PersonDeps, 'store' | 'journal'>,
  { session }: AtDesk,
  order: DeskOrder,
  perform: () => Promise<T>,
): Promise<T> {
  const done = await inDeskWords(() => doAct({ door: 'desk', db, clock, keyring, audit }, { ...order, operator: session.member }, perform));
  if (!(done instanceof Waiting)) return done;
  const { id, expires_at: until } = done.approval;
  throw new Refusal('secondPersonNeeded', { reason: 'an act', data: { approval: id, until } });
}

const refusals = { role: 'deskRoleRefuses', own: 'ownAccount', alone: 'deskRoleRefuses', changed: 'deskChanged' } as const;

/** Turns what a command says in a sentence into a refusal of the desk. */
export async function inDeskWords<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (error instanceof StaffRefusal) throw new Refusal(refusals[error.why], { reason: error.message });
    throw error;
  }
}

/**
 * An act that takes, gives or answers needs a proof of the member that is not old.
 * @throws {Refusal} deskProofNeeded
 */
export function requireProof({ store: { clock } }: Pick<PersonDeps, 'store'>, { session }: Pick<AtDesk, 'session'>): void {
  if (clock.now() - session.proofAt > proofMs) throw new Refusal('deskProofNeeded', { reason: 'the proof is old' });
}
