import type { DeskAlarm } from '#contract/vocabulary/desk-alarms.ts';
import type { Identity } from '#server/core/account/identity/identity.ts';
import type { Journal } from '#server/core/protection/journal/journal.ts';
import { insertDeskAlarm } from '#server/core/operations/desk/desk-alarms.repository.ts';
import { alarmOf, deskTakes, type Counted } from '#server/core/operations/desk/desk-limits.ts';
import type { DeskSession } from '#server/core/operations/desk/desk-session.ts';
import { listStaff } from '#server/core/operations/staff/staff.repository.ts';
import type { Store } from '#server/core/store.ts';
import { claimOnce } from '#server/platform/limits/claims/claims.guarded.ts';
import { day } from '#server/platform/clock.ts';
import { newId } from '#server/platform/ids.ts';
import type { RateLimiter } from '#server/platform/limits/rate-limit/rate-limiter.ts';
import { Refusal } from '#server/platform/refusal.ts';

export interface AlarmDeps {
  readonly store: Store;
  readonly identity: Pick<Identity, 'accounts'>;
  readonly journal: Pick<Journal, 'audit' | 'notices'>;
  readonly limiter: Pick<RateLimiter, 'take' | 'look' | 'used'>;
  readonly rateFactor: number;
  /** One more address that is notified of alarms. */
  readonly deskMail: string | undefined;
}

/** Whom an alarm is about; nobody by an empty name. */
type About = Pick<DeskSession, 'member' | 'role'>;

/** Writes an alarm down and mails it to all leads and auditors but the one whom it is about. */
export async function raiseAlarm(
  { store: { db, clock }, identity: { accounts }, journal: { audit, notices }, deskMail }: AlarmDeps,
  { kind, about, caseRef = '' }: { readonly kind: DeskAlarm; readonly about: About; readonly caseRef?: string },
): Promise<void> {
  const at = clock.now();
  await db.tx(async () => {
    await insertDeskAlarm(db, { id: newId(), at, kind, member: about.member, case_ref: caseRef });
    const detail = { kind, operator: about.member, case: caseRef };
    await audit.record({ event: 'desk.alarm', accountId: null, origin: { clientIp: '', requestId: '' }, detail });
    const staff = await listStaff(db);
    const told = staff.filter(
      ({ name, role, state }) => state === 'active' && (role === 'lead' || role === 'auditor') && name !== about.member,
    );
    const found = await Promise.all(told.map(async ({ accountId }) => (accountId === null ? undefined : accounts.findById(accountId))));
    const mails = found.flatMap((account) => (account?.emailShown == null ? [] : [account.emailShown]));
    for (const to of new Set([...mails, ...(deskMail === undefined ? [] : [deskMail])])) {
      await notices.sendAlarm({ to, kind, member: about.member === '' ? '–' : about.member, caseRef });
    }
  });
}

/** Tells every lead and auditor that the audit trail is not as it was written: once a day, however often it is found. */
export async function raiseAuditAlarm(deps: AlarmDeps): Promise<void> {
  const { db, clock } = deps.store;
  const at = clock.now();
  const today = Math.floor(at / day);
  if (!(await claimOnce(db, { kind: 'audit alarm', id: String(today), at, expiresAt: (today + 2) * day }))) return;
  await raiseAlarm(deps, { kind: 'audit', about: { member: '', role: 'auditor' } });
}

/**
 * Takes a place in the limits of a member. The alarm is written in its own transaction before the refusal leaves.
 * @throws {Refusal} deskLimit
 */
export async function takePlace(
  deps: AlarmDeps,
  what: Counted,
  { about, accountId, caseRef }: { readonly about: About; readonly accountId?: string; readonly caseRef?: string },
): Promise<void> {
  const taken = await deps.limiter.take(factored(deps, deskTakes(what, about, accountId)));
  if (!taken.ok) await refuseLimit(deps, what, { about, caseRef: caseRef ?? '', retryAfter: taken.retryAfterSeconds });
}

/**
 * Refuses a member whose last searches have found nobody, for a while.
 * @throws {Refusal} deskLimit
 */
export async function refuseAfterMisses(deps: AlarmDeps, about: About): Promise<void> {
  const now = await deps.limiter.look(factored(deps, deskTakes('misses', about)));
  if (!now.ok) throw new Refusal('deskLimit', { reason: 'searches without a result', retryAfter: now.retryAfterSeconds });
}

async function refuseLimit(
  deps: AlarmDeps,
  what: Counted,
  { about, caseRef, retryAfter }: { readonly about: About; readonly caseRef: string; readonly retryAfter: number },
): Promise<never> {
  await raiseAlarm(deps, { kind: alarmOf[what], about, caseRef });
  throw new Refusal('deskLimit', { reason: what, retryAfter });
}

function factored({ rateFactor }: AlarmDeps, takes: ReturnType<typeof deskTakes>) {
  return takes.map((take) => ({ ...take, limit: take.limit * rateFactor }));
}
