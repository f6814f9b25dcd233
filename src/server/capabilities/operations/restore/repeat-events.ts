import { limits } from '#contract/limits.ts';
import { guardianDays } from '#contract/vocabulary/children.ts';
import { itemOfPurpose, type Purpose } from '#contract/account/agreements/separate-consents.words.ts';
import type { Account } from '#server/core/account/accounts/account.ts';
import type { Accounts } from '#server/core/account/accounts/accounts.repository.ts';
import type { Audit, AuditEntry } from '#server/core/protection/audit/audit.ts';
import { emptyItem } from '#server/core/account/accounts/profile-columns.ts';
import { writeProfileItems } from '#server/core/account/accounts/profile-items.repository.ts';
import { withdrawChoice } from '#server/core/account/agreements/choices.guarded.ts';
import { readChoices, writeLedger } from '#server/core/account/agreements/consents.repository.ts';
import { noteAnswer, turnGuardianship } from '#server/core/rights/family/children.guarded.ts';
import { guardianshipsOf, type Guardianship } from '#server/core/rights/family/guardianships.repository.ts';
import { createCredentials } from '#server/core/sign-in/password/credentials.repository.ts';
import { insertDeletion } from '#server/core/account/deletion/deletions.repository.ts';
import { day, type Clock } from '#server/platform/clock.ts';
import { lockAccount, transitionAccount } from '#server/core/account/accounts/accounts.guarded.ts';
import { restartDeletions, withdrawDeletionRow } from '#server/core/account/deletion/deletions.guarded.ts';
import type { Db } from '#server/core/database/db.ts';
import { auditRowsAmong } from './settle.repository.ts';

/** A line of an export of the trail, or of the log. */
export interface LaterEvent {
  /** Id of the row of the trail; undefined for a line of the log. */
  readonly id: string | undefined;
  readonly at: number;
  readonly accountId: string;
  readonly event: string;
  /** Purpose of a consent beyond the agreements. */
  readonly purpose: Purpose | undefined;
  /** Id of the guardianship that a guardian has answered for. */
  readonly guardianship: string | undefined;
}

export interface RepeatDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly accounts: Pick<Accounts, 'findById'>;
  readonly audit: Audit;
}

/** Number of changed accounts, by kind of change. */
export interface Repeated {
  erased: number;
  withdrawn: number;
  requested: number;
  locked: number;
  unlocked: number;
  passwords: number;
  consents: number;
  guardianships: number;
  /** Internal ids of accounts with a changed or removed phone or email: the copy has the earlier one. */
  readonly contacts: string[];
}

/** Changes of an account after the copy was made. */
interface Later {
  isErased: boolean;
  hasOtherPassword: boolean;
  hasOtherContact: boolean;
  deletion?: { readonly event: string; readonly at: number };
  lock?: { readonly event: string; readonly at: number };
  /** The last answer to each purpose. */
  readonly consents: Map<Purpose, { readonly event: string; readonly at: number }>;
  /** The last answer of each guardianship. */
  readonly guardianships: Map<string, { readonly event: string; readonly at: number }>;
}

const passwordEvents: ReadonlySet<string> = new Set(['password.changed', 'password.reset', 'password.removed']);
const contactEvents: ReadonlySet<string> = new Set(['phone.changed', 'phone.unbound', 'email.changed', 'email.unbound']);
const deletionEvents: ReadonlySet<string> = new Set(['deletion.requested', 'deletion.withdrawn']);
const consentEvents: ReadonlySet<string> = new Set(['choice.given', 'choice.withdrawn']);
const guardianEvents: ReadonlySet<string> = new Set(['guardian.agreed', 'guardian.withdrawn']);
const lockEvents: ReadonlySet<string> = new Set(['account.locked', 'account.unlocked']);
const batch = 500;

/**
 * Repeats in a restored database the known events after its copy: erasures, deletion requests, withdrawals, locks and
 * unlocks, and withdrawals of consents, also by a guardian. A password that was replaced later is removed, because the copy brings back the
 * earlier one. Skips events
 * that the copy has and accounts that it lacks. Safe to repeat.
 */
export async function repeatEvents(
  deps: RepeatDeps,
  events: AsyncIterable<LaterEvent>,
  { operator }: { readonly operator: string },
): Promise<Repeated> {
  const nothing = { erased: 0, withdrawn: 0, requested: 0, locked: 0, unlocked: 0, passwords: 0, consents: 0, guardianships: 0 };
  const repeated: Repeated = { ...nothing, contacts: [] };
  for (const [accountId, later] of await collect(deps.db, events)) {
    await deps.db.tx(async () => {
      await lockAccount(deps.db, accountId);
      const account = await deps.accounts.findById(accountId);
      if (account && account.state !== 'purged') await repeat(deps, { account, later, operator, repeated });
    });
  }
  return repeated;
}

async function collect(db: Db, events: AsyncIterable<LaterEvent>): Promise<ReadonlyMap<string, Later>> {
  const found = new Map<string, Later>();
  let waiting: LaterEvent[] = [];
  async function take(): Promise<void> {
    const known = await auditRowsAmong(
      db,
      waiting.flatMap(({ id }) => (id === undefined ? [] : [id])),
    );
    for (const event of waiting) if (event.id === undefined || !known.has(event.id)) note(found, event);
    waiting = [];
  }
  for await (const event of events) {
    if (!isOfInterest(event)) continue;
    waiting.push(event);
    if (waiting.length === batch) await take();
  }
  await take();
  return found;
}

function isOfInterest({ event }: LaterEvent): boolean {
  return (
    event === 'account.purged' ||
    [passwordEvents, contactEvents, deletionEvents, lockEvents, consentEvents, guardianEvents].some((events) => events.has(event))
  );
}

function note(found: Map<string, Later>, { accountId, event, at, purpose, guardianship }: LaterEvent): void {
  const nothing = { isErased: false, hasOtherPassword: false, hasOtherContact: false };
  const later: Later = found.get(accountId) ?? { ...nothing, consents: new Map(), guardianships: new Map() };
  found.set(accountId, later);
  // An export is in the order of sealing, which can differ from the order of time.
  const isLast = (before: { readonly at: number } | undefined): boolean => before === undefined || before.at <= at;
  if (event === 'account.purged') later.isErased = true;
  if (passwordEvents.has(event)) later.hasOtherPassword = true;
  if (contactEvents.has(event)) later.hasOtherContact = true;
  if (deletionEvents.has(event) && isLast(later.deletion)) later.deletion = { event, at };
  if (lockEvents.has(event) && isLast(later.lock)) later.lock = { event, at };
  if (consentEvents.has(event) && purpose !== undefined && isLast(later.consents.get(purpose))) later.consents.set(purpose, { event, at });
  if (guardianEvents.has(event) && guardianship !== undefined && isLast(later.guardianships.get(guardianship)))
    later.guardianships.set(guardianship, { event, at });
}

interface Repetition {
  readonly account: Account;
  readonly later: Later;
  readonly operator: string;
  readonly repeated: Repeated;
}

/** Runs in a transaction, under the account's lock. */
async function repeat(deps: RepeatDeps, { account, later, operator, repeated }: Repetition): Promise<void> {
  const { db, clock, audit } = deps;
  const { id } = account;
  const record = (event: AuditEntry['event'], counts: AuditEntry['counts'] = []) =>
    audit.record({ event, accountId: id, origin: { clientIp: '', requestId: '' }, detail: { operator, restored: true }, counts });
  if (later.isErased) {
    if (await eraseSoon(deps, id)) repeated.erased += 1;
    return;
  }
  for (const [purpose, last] of later.consents)
    if (last.event === 'choice.withdrawn' && (await withdrawAgain(deps, account, purpose))) repeated.consents += 1;
  for (const guardianship of await guardianshipsOf(db, 'child_id', id))
    if (
      later.guardianships.get(guardianship.id)?.event === 'guardian.withdrawn' &&
      (await withdrawForChildAgain(deps, account, guardianship))
    )
      repeated.guardianships += 1;
  if (later.hasOtherContact) repeated.contacts.push(id);
  if (later.hasOtherPassword && account.passwordHash !== null) {
    await createCredentials(db).clearPassword(id, clock.now());
    await record('password.removed');
    repeated.passwords += 1;
  }
  if (later.lock?.event === 'account.unlocked' && (await transitionAccount(db, { id, from: 'locked', to: 'active' }))) {
    await record('account.unlocked');
    repeated.unlocked += 1;
  }
  if (later.deletion?.event === 'deletion.withdrawn' && (await withdrawDeletionRow(db, { accountId: id, at: clock.now() }))) {
    await transitionAccount(db, { id, from: 'deleting', to: 'active' });
    await record('deletion.withdrawn');
    repeated.withdrawn += 1;
  }
  if (later.deletion?.event === 'deletion.requested' && (await requestAgain(deps, { accountId: id, dueAt: dueAnew(clock) }))) {
    await record('deletion.requested', ['deletions.asked.other']);
    repeated.requested += 1;
  }
  if (later.lock?.event === 'account.locked' && (await transitionAccount(db, { id, from: 'active', to: 'locked' }))) {
    await record('account.locked');
    repeated.locked += 1;
  }
}

/** Withdraws a consent that the copy still has, and erases the item that rested on it. Consents of apps are void after a restore. */
async function withdrawAgain({ db, clock, audit }: RepeatDeps, account: Account, purpose: Purpose): Promise<boolean> {
  const { id: accountId, region, language } = account;
  const at = clock.now();
  const version = (await readChoices(db, accountId)).find((choice) => choice.purpose === purpose)?.version ?? '';
  if (!(await withdrawChoice(db, { accountId, purpose, version, at }))) return false;
  const subject = { type: purpose, version, digest: '', publication: 0, region, language };
  await writeLedger(db, { accountId, at, act: 'withdrawn', channel: 'settings', way: '', documents: [subject] });
  const item = itemOfPurpose(purpose);
  if (item !== undefined) await writeProfileItems(db, accountId, { [item]: emptyItem(item) });
  await audit.record({
    event: 'choice.withdrawn',
    accountId,
    origin: { clientIp: '', requestId: '' },
    detail: { purpose, restored: true },
    counts: [`choices.withdrawn.${purpose}`],
  });
  return true;
}

/**
 * Withdraws the consent of a guardian that the copy still has, for the locked account of a child. Without another guardian the
 * account is limited, and its days begin again.
 */
async function withdrawForChildAgain({ db, clock, audit }: RepeatDeps, child: Account, guardianship: Guardianship): Promise<boolean> {
  const { id, guardian_id: guardianId, version } = guardianship;
  if (!(await turnGuardianship(db, { id, from: 'agreed', to: 'withdrawn' }))) return false;
  const at = clock.now();
  const { region, language } = child;
  const subject = { type: 'childAgreement', version, digest: '', publication: 0, region, language } as const;
  const entry = { at, act: 'withdrawn', channel: 'guardian', way: '', documents: [subject] } as const;
  const detail = { guardianship: id, restored: true };
  for (const accountId of [child.id, guardianId]) {
    await writeLedger(db, { ...entry, accountId });
    const counts = accountId === child.id ? (['children.withdrawn'] as const) : [];
    await audit.record({ event: 'guardian.withdrawn', accountId, origin: { clientIp: '', requestId: '' }, detail, counts });
  }
  const others = (await guardianshipsOf(db, 'child_id', child.id)).some(({ state }) => state === 'agreed');
  const dueAt = at + guardianDays.withdrawn * day;
  if (!others && (await noteAnswer(db, { childId: child.id, answer: 'withdrawn', dueAt, at })))
    await audit.record({ event: 'child.limited', accountId: child.id, origin: { clientIp: '', requestId: '' } });
  return true;
}

/** Makes the deletion of an account due now; a server erases it with all its data when it starts. */
async function eraseSoon(deps: RepeatDeps, accountId: string): Promise<boolean> {
  const { db, clock } = deps;
  const at = clock.now();
  await transitionAccount(db, { id: accountId, from: 'locked', to: 'active' });
  return (await requestAgain(deps, { accountId, dueAt: at })) || (await restartDeletions(db, { accountId, dueAt: at })) > 0;
}

/** Enters a request whose own row was lost; false if there is one. */
async function requestAgain(
  { db, clock }: RepeatDeps,
  { accountId, dueAt }: { readonly accountId: string; readonly dueAt: number },
): Promise<boolean> {
  if (!(await transitionAccount(db, { id: accountId, from: 'active', to: 'deleting' }))) return false;
  await insertDeletion(db, {
    accountId,
    channel: 'none',
    reason: 'other',
    detail: '',
    agreement: null,
    receiptHash: null,
    at: clock.now(),
    dueAt,
  });
  await restartDeletions(db, { accountId, dueAt });
  return true;
}

/** The due time of a deletion that restarts now; its owner gets the full period again. */
export function dueAnew(clock: Clock): number {
  return clock.now() + limits.deletionDays * day;
}
