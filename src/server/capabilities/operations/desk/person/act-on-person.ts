import type { AccountState } from '#server/core/account/accounts/account.ts';
import type { StaffAct } from '#contract/operations/desk/roles.ts';
import { freezeByOperator, endSessionsByOperator, lockByOperator, unlockByOperator, type Order } from './set-account-lock.ts';
import { claimByOperator, restoreByOperator, type GiveBackDeps } from '../acts/give-back.ts';
import { inviteByOperator, noteByOperator, resendByOperator } from './tell-person.ts';
import { readReference } from '#server/core/protection/notices/reference.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { lastLockReason } from '../administration.repository.ts';
import { actAtDesk, requireProof } from '../acts/desk-act.ts';
import { exceptionUntil } from '#server/core/operations/desk/desk-exceptions.repository.ts';
import type { Counted } from '#server/core/operations/desk/desk-limits.ts';
import type { AtDesk, PersonDeps } from '../session/at-desk.ts';
import { readWhy } from './find-person.ts';
import { openedLook } from './person-cards.ts';
import { takePlace } from '../acts/raise-alarm.ts';

export interface ActOnPersonDeps extends PersonDeps {
  readonly operation: GiveBackDeps;
}

/** Order of a page: the look, the version of the account that it has shown, and why. */
export interface PersonOrder {
  readonly look: string;
  readonly version: number;
  readonly reason: string;
  readonly caseRef: string;
}

/** Fields of an act beside the order: a way, a number, a message, an address, a text. */
export type ActExtras = Readonly<Partial<Record<'way' | 'number' | 'message' | 'to' | 'text', string>>>;

interface Performer {
  readonly act: StaffAct;
  /** Name of its count. */
  readonly counted: Counted;
  readonly run: (deps: GiveBackDeps, order: Order, extras: ActExtras) => Promise<boolean>;
  /** The state of an account on which a second member is asked for it at all. */
  readonly from?: AccountState;
  /** Object as an approver sees it, with which the approved act is done. */
  readonly objectOf?: (extras: ActExtras) => Readonly<Record<string, string>>;
}

const performers = {
  lock: { act: 'account.lock', counted: 'acts', run: lockByOperator },
  freeze: { act: 'account.freeze', counted: 'acts', run: freezeByOperator },
  endSessions: { act: 'sessions.end', counted: 'acts', run: endSessionsByOperator },
  unlock: { act: 'account.unlock', counted: 'asked', run: unlockByOperator, from: 'locked' },
  restore: { act: 'deletion.restore', counted: 'asked', run: restoreByOperator, from: 'deleting' },
  claim: {
    act: 'recovery.claim',
    counted: 'asked',
    run: (deps, order, { number = '' }) => claimByOperator(deps, { ...order, number }),
    objectOf: ({ number = '' }): Readonly<Record<string, string>> => ({ number: readReference(number) ?? '' }),
  },
  resend: {
    act: 'message.resend',
    counted: 'told',
    run: (deps, order, { message = '' }) => resendByOperator(deps, { ...order, message }),
  },
  invite: {
    act: 'recovery.invite',
    counted: 'told',
    run: (deps, order, { to }) => inviteByOperator(deps, { ...order, to: to === 'phone' ? 'phone' : 'email' }),
  },
  note: { act: 'person.note', counted: 'told', run: (deps, order, { text = '' }) => noteByOperator(deps, { ...order, text }) },
} as const satisfies Readonly<Record<string, Performer>>;

export type PersonAct = keyof typeof performers;

/**
 * Does an act on the person of a look, by the same use case as the command.
 * @throws {Refusal} deskProofNeeded, caseNeeded, deskLimit, deskRoleRefuses, ownAccount; deskChanged where the account is
 *   not as it was shown; secondPersonNeeded where the act waits
 */
export async function actOnPerson(
  deps: ActOnPersonDeps,
  at: AtDesk,
  what: PersonAct,
  { extras = {}, ...given }: PersonOrder & { readonly extras?: ActExtras },
): Promise<void> {
  requireProof(deps, at);
  const { look, account } = await openedLook(deps, at, given.look);
  const why = readWhy(deps, given);
  const { db } = deps.store;
  const { run, counted, objectOf, from }: Performer = performers[what];
  const isOwners = what === 'unlock' && (await lastLockReason(db, account.id)) === 'asked';
  const act = isOwners ? 'account.unlock-asked' : performers[what].act;
  if (account.version !== given.version) throw new Refusal('deskChanged', { reason: 'version' });
  const isExcepted =
    (await exceptionUntil(db, { member: at.session.member, accountId: account.id, at: deps.store.clock.now() })) !== undefined;
  // Exceptional access goes beyond the limits: all leads and auditors know of it.
  if (!isExcepted) await takePlace(deps, counted, { about: at.session, caseRef: why.caseRef });
  const about = { accountId: look.account_id, version: given.version, object: objectOf?.(extras) ?? {} };
  const isDue = async () => from === undefined || account.state === from;
  const done = await actAtDesk(deps, at, { ...about, ...why, act, isDue }, async () => {
    const now = await deps.identity.accounts.findById(look.account_id);
    if (now?.version !== given.version) return false;
    return run(deps.operation, { ...why, accountId: look.account_id, operator: at.session.member, via: 'desk' }, extras);
  });
  if (!done) throw new Refusal('deskChanged', { reason: 'state' });
}
