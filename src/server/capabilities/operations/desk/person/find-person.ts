import { findKindsOf, type FindKind } from '#contract/operations/desk/find-kind.ts';
import { staffReasons, type StaffReason } from '#contract/vocabulary/staff-reasons.ts';
import { isCaseReference } from '#server/core/operations/staff/case-reference.ts';
import { insertDeskLook, listDeskLooks } from '#server/core/operations/desk/desk-looks.repository.ts';
import type { DeskSession } from '#server/core/operations/desk/desk-session.ts';
import { isBait } from '#server/core/operations/desk/desk-baits.repository.ts';
import { lookAt } from '#server/core/operations/desk/look.ts';
import { memberOfAccount } from '#server/core/operations/staff/staff.repository.ts';
import { day, minute } from '#server/platform/clock.ts';
import { newId } from '#server/platform/ids.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { AtDesk, PersonDeps } from '../session/at-desk.ts';
import { actAtDesk } from '../acts/desk-act.ts';
import { findByKinds } from './find-account.ts';
import { raiseAlarm, refuseAfterMisses, takePlace } from '../acts/raise-alarm.ts';

/** Why a member looks or acts. */
export interface Why {
  readonly reason: StaffReason;
  readonly caseRef: string;
}

/**
 * The reason and the number of the case, as a member gave them.
 * @throws {Refusal} caseNeeded
 */
export function readWhy(
  { casePattern }: Pick<PersonDeps, 'casePattern'>,
  given: { readonly reason: string; readonly caseRef: string },
): Why {
  const reason = staffReasons.find((each) => each === given.reason);
  if (reason === undefined || !isCaseReference(given.caseRef, casePattern)) throw new Refusal('caseNeeded');
  return { reason, caseRef: given.caseRef };
}

/** How long a look is open. */
export const lookMs = 30 * minute;

/** Result of a search: a look at a person, an app, or nothing. */
export interface Found {
  readonly kind: FindKind | '';
  readonly look: string;
  readonly app: string;
}

/**
 * Finds a person or an app by one exact text. Each find is recorded before the answer; for a text that finds
 * nothing a keyed hash is kept.
 * @throws {Refusal} caseNeeded, deskLimit, ownAccount, deskRoleRefuses
 */
export async function findPerson(
  deps: PersonDeps,
  { session, origin }: AtDesk,
  { text, ...given }: { readonly text: string; readonly reason: string; readonly caseRef: string },
): Promise<Found> {
  const why = readWhy(deps, given);
  const kinds = findKindsOf(text);
  const [found] = await Promise.all([
    findByKinds({ db: deps.store.db, accounts: deps.identity.accounts, apps: deps.apps }, text.trim(), kinds),
    refuseAfterMisses(deps, session),
  ]);
  if (found !== undefined) return openLook(deps, { session, origin }, { ...found, why });
  const app = kinds.includes('app') ? await deps.apps.clients.find(text.trim()) : undefined;
  await noteSearch(deps, { session, origin }, { kinds, text, why, app: app?.id ?? '' });
  if (app !== undefined) return { kind: 'app', look: '', app: app.id };
  await noteMiss(deps, session, why);
  return { kind: '', look: '', app: '' };
}

async function openLook(
  deps: PersonDeps,
  at: AtDesk,
  { kind, accountId, why }: { readonly kind: FindKind; readonly accountId: string; readonly why: Why },
): Promise<Found> {
  const { session, origin } = at;
  const { db, clock } = deps.store;
  const { reason, caseRef } = why;
  const order = { accountId, operator: session.member, reason, caseRef, desk: { what: kind, origin } };
  if (accountId === session.accountId) {
    await lookAt(deps, order, async () => undefined);
    await raiseAlarm(deps, { kind: 'own', about: session, caseRef });
    throw new Refusal('ownAccount', { reason: 'a search for the own account' });
  }
  await takePlace(deps, 'opened', { about: session, caseRef });
  const id = newId();
  const now = clock.now();
  await actAtDesk(deps, at, { act: 'person.find', reason, caseRef }, () =>
    lookAt(deps, order, async () => {
      const { sessionId, member } = session;
      const times = { opened_at: now, expires_at: now + lookMs };
      await insertDeskLook(db, { id, session: sessionId, account_id: accountId, member, reason, case_ref: caseRef, ...times });
    }),
  );
  const [member, bait, crowd] = await Promise.all([
    memberOfAccount(db, accountId),
    isBait(deps.store, accountId),
    isCrowded(deps, accountId),
  ]);
  if (member !== undefined) await raiseAlarm(deps, { kind: 'member', about: session, caseRef });
  if (bait) await raiseAlarm(deps, { kind: 'bait', about: session, caseRef });
  if (crowd) await raiseAlarm(deps, { kind: 'crowd', about: session, caseRef });
  return { kind, look: id, app: '' };
}

/** Whether three members have opened one person under three cases in a day. */
async function isCrowded({ store: { db, clock } }: PersonDeps, accountId: string): Promise<boolean> {
  const looks = await listDeskLooks(db, { accountId, since: clock.now() - day });
  return new Set(looks.map(({ member }) => member)).size >= 3 && new Set(looks.map(({ case_ref: caseRef }) => caseRef)).size >= 3;
}

/** The keyed hash answers the question who has looked for a number, and tells nobody which. */
async function noteSearch(
  { store: { keyring }, journal: { audit } }: PersonDeps,
  { session, origin }: AtDesk,
  { kinds, text, why, app }: { readonly kinds: readonly FindKind[]; readonly text: string; readonly why: Why; readonly app: string },
): Promise<void> {
  const detail = {
    via: 'desk',
    operator: session.member,
    reason: why.reason,
    case: why.caseRef,
    what: kinds.join(' '),
    ...(app === '' ? { text: keyring.mac('desk', 'search', text.trim().toLowerCase()) } : { app }),
  };
  await audit.record({ event: 'desk.searched', accountId: null, origin, detail });
}

/** @throws {Refusal} deskLimit */
async function noteMiss(deps: PersonDeps, session: DeskSession, { caseRef }: Why): Promise<void> {
  await takePlace(deps, 'misses', { about: session, caseRef });
  const isLast = await refuseAfterMisses(deps, session).then(
    () => false,
    () => true,
  );
  if (isLast) await raiseAlarm(deps, { kind: 'misses', about: session, caseRef });
}
