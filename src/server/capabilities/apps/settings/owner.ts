import type { Core } from '#server/core/core.ts';
import { tellOwner } from '#server/core/protection/notices/tell-owner.ts';
import type { Session } from '#server/core/sign-in/sessions/sessions.ts';
import type { Visit } from '#server/core/sign-in/sessions/visit.ts';
import { newId } from '#server/platform/ids.ts';
import { countSettings, emptyStore, removeSetting, switchStore, type SettingPlace } from './settings.guarded.ts';
import { findStored } from './settings.repository.ts';
import { turnSwitches } from './switches.ts';

export type OwnerDeps = Pick<Core, 'store' | 'journal' | 'evidence'>;

interface Person {
  readonly session: Session;
  readonly visit: Visit;
}

/** The owner, or without a session a program of theirs. */
interface Switcher extends Pick<Session, 'accountId'>, Pick<Person, 'visit'> {
  readonly sessionId?: string;
}

/** Switches the synchronization. Nothing is removed, and a repeat changes nothing. */
export async function switchSettings(
  { store: { db, clock }, journal: { audit } }: OwnerDeps,
  { accountId, sessionId, visit }: Switcher,
  enabled: boolean,
): Promise<void> {
  await db.tx(async () => {
    if (!(await switchStore(db, { accountId, version: newId(), at: clock.now() }, enabled))) return;
    const event = enabled ? 'settings.enabled' : 'settings.disabled';
    await audit.record({ event, accountId, ...(sessionId !== undefined && { sessionId }), origin: visit });
  });
}

/**
 * Removes one setting, and switches it off: a computer that has it stores it again only when its owner wants it. A
 * repeat removes nothing.
 * @throws {Refusal} settingsFull where as many are off as may be
 */
export async function eraseSetting(
  { store, journal }: OwnerDeps,
  { session, visit }: Person,
  { clientId, key }: Pick<SettingPlace, 'clientId' | 'key'>,
): Promise<void> {
  const { accountId, sessionId } = session;
  const { db } = store;
  const place = { accountId, clientId, key };
  await db.tx(async () => {
    await turnSwitches(store, accountId, [{ clientId, key, on: false }]);
    const stored = await findStored(db, place);
    if (stored === undefined) return;
    await removeSetting(db, place, stored.etag);
    await countSettings(db, accountId, { bytes: -stored.bytes, entries: -1 });
    await journal.audit.record({ event: 'settings.erased', accountId, sessionId, origin: visit, detail: { count: 1 } });
    await tellOwner({ journal }, { account: session.account, event: 'settingsErased', by: visit });
  });
}

/**
 * Removes every setting of every program, and switches off: a computer that is on stores nothing again.
 * @throws {Refusal} verificationNeeded
 */
export async function eraseSettings(
  { store: { db, clock }, journal, evidence: { proofs } }: OwnerDeps,
  { session, visit }: Person,
): Promise<void> {
  const { accountId, sessionId } = session;
  await db.tx(async () => {
    await proofs.redeem(session, { action: 'eraseSettings' });
    const count = await emptyStore(db, { accountId, version: newId(), at: clock.now() });
    await journal.audit.record({ event: 'settings.erased', accountId, sessionId, origin: visit, detail: { count } });
    if (count > 0) await tellOwner({ journal }, { account: session.account, event: 'settingsErased', by: visit });
  });
}
