import type { StaffAct } from '#contract/desk/roles.ts';
import {
  freezeByOperator,
  endSessionsByOperator,
  lockByOperator,
  unlockByOperator,
  type OperationDeps,
  type Order,
} from './set-account-lock.ts';
import type { FreezeDeps } from '#server/core/freeze/freeze-account.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { lastLockReason } from './administration.repository.ts';
import { actAtDesk, requireProof } from './desk-act.ts';
import type { AtDesk, PersonDeps } from './at-desk.ts';
import { readWhy } from './find-person.ts';
import { openedLook } from './person-cards.ts';
import { takePlace } from './raise-alarm.ts';

/** More than five: an act is counted, done as the command does it, and told. */
export interface ActOnPersonDeps extends PersonDeps {
  readonly operation: OperationDeps & FreezeDeps;
}

/** What a page sends: the look, the version of the account that it has shown, and why. */
export interface PersonOrder {
  readonly look: string;
  readonly version: number;
  readonly reason: string;
  readonly caseRef: string;
}

const performers = {
  lock: { act: 'account.lock', run: lockByOperator },
  freeze: { act: 'account.freeze', run: freezeByOperator },
  endSessions: { act: 'sessions.end', run: endSessionsByOperator },
  unlock: { act: 'account.unlock', run: unlockByOperator },
} as const satisfies Readonly<
  Record<string, { readonly act: StaffAct; readonly run: (deps: OperationDeps & FreezeDeps, order: Order) => Promise<boolean> }>
>;

export type PersonAct = keyof typeof performers;

/**
 * Does an act on the person of a look, by the same use case as the command.
 * @throws {Refusal} deskProofNeeded, caseNeeded, deskLimit, deskRoleRefuses, ownAccount; deskChanged where the account is
 *   not as it was shown; secondPersonNeeded where the act waits
 */
export async function actOnPerson(deps: ActOnPersonDeps, at: AtDesk, what: PersonAct, given: PersonOrder): Promise<void> {
  requireProof(deps, at);
  const { look, account } = await openedLook(deps, at, given.look);
  const why = readWhy(deps, given);
  const { db } = deps.store;
  const { run } = performers[what];
  const isOwners = what === 'unlock' && (await lastLockReason(db, account.id)) === 'asked';
  const act = isOwners ? 'account.unlock-asked' : performers[what].act;
  if (account.version !== given.version) throw new Refusal('deskChanged', { reason: 'version' });
  await takePlace(deps, what === 'unlock' ? 'asked' : 'acts', { about: at.session, caseRef: why.caseRef });
  const about = { accountId: look.account_id, version: given.version };
  const done = await actAtDesk(deps, at, { ...about, ...why, act }, async () => {
    const now = await deps.identity.accounts.findById(look.account_id);
    if (now?.version !== given.version) return false;
    return run(deps.operation, { ...why, accountId: look.account_id, operator: at.session.member, via: 'desk' });
  });
  if (!done) throw new Refusal('deskChanged', { reason: 'state' });
}
