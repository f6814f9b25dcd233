import { limits } from '#contract/limits.ts';
import type { Store } from '#server/core/store.ts';
import { newId } from '#server/platform/ids.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { addSetting, countSettings, removeSetting, replaceSetting, takeTurn, type SettingPlace } from './settings.guarded.ts';
import { findStored, readState } from './settings.repository.ts';
import { SwitchedOff } from './switches.ts';

/** The mark that a program has read; null where it knows of no value. */
export type Known = string | null;

export interface SettingValue {
  readonly value: string;
  readonly device: string;
}

/**
 * The condition of a change (RFC 9110 section 13.1): one strong ETag, or `*` for a new setting.
 * @throws {Refusal} preconditionRequired for none, and for any other form
 */
export function knownOf({
  ifMatch,
  ifNoneMatch,
}: {
  readonly ifMatch: string | undefined;
  readonly ifNoneMatch: string | undefined;
}): Known {
  const etag = /^"([\w-]{22})"$/.exec(ifMatch ?? '')?.[1];
  if (etag !== undefined && ifNoneMatch === undefined) return etag;
  if (ifMatch === undefined && ifNoneMatch === '*') return null;
  throw new Refusal('preconditionRequired', { reason: 'no condition of one value' });
}

/**
 * Stores a value if the program knows the present one. A repeat of what is stored writes nothing.
 * @throws {Refusal} badRequest for a text that is no UTF-8, payloadTooLarge, settingOff, settingsFull, preconditionFailed
 * with `data.etag` of the present value, or ''
 */
export async function writeSetting(
  { db, clock, keyring }: Store,
  place: SettingPlace,
  { value, device, known }: SettingValue & { readonly known: Known },
): Promise<{ readonly etag: string; readonly bytes: number }> {
  if (!value.isWellFormed() || !device.isWellFormed()) throw new Refusal('badRequest', { reason: 'lone surrogates' });
  const bytes = Buffer.byteLength(value);
  if (bytes > limits.settingBytes) throw new Refusal('payloadTooLarge', { reason: 'the value of a setting' });
  const { accountId } = place;
  await refuseOff(db, place);
  const now = await findStored(db, place);
  if (now !== undefined && keyring.open('setting', now.sealed) === value) return { etag: now.etag, bytes };
  const wanted = { sealed: keyring.seal('setting', value), bytes, etag: newId(), device, at: clock.now() };
  await db.tx(async () => {
    await takeTurnOf(db, place);
    const before = await findStored(db, place);
    if ((before?.etag ?? null) !== known) throw changedElsewhere(before?.etag);
    const isDone = known === null ? await addSetting(db, place, wanted) : await replaceSetting(db, place, { etag: known, value: wanted });
    if (!isDone) throw changedElsewhere(before?.etag);
    const change = { bytes: bytes - (before?.bytes ?? 0), entries: before === undefined ? 1 : 0 };
    if (!(await countSettings(db, accountId, change))) throw new Refusal('settingsFull', { reason: 'settings of the account' });
  });
  return { etag: wanted.etag, bytes };
}

/**
 * Removes a value if the program knows the present one.
 * @throws {Refusal} notFound, settingOff, preconditionFailed with `data.etag`
 */
export async function deleteSetting({ db }: Store, place: SettingPlace, known: Known): Promise<void> {
  const { accountId } = place;
  await db.tx(async () => {
    await takeTurnOf(db, place);
    const before = await findStored(db, place);
    if (before === undefined) throw new Refusal('notFound', { reason: 'setting' });
    if (before.etag !== known || !(await removeSetting(db, place, known))) throw changedElsewhere(before.etag);
    await countSettings(db, accountId, { bytes: -before.bytes, entries: -1 });
  });
}

/** @throws {Refusal} settingOff where the synchronization or this setting is off */
export async function refuseOff(db: Store['db'], place: SettingPlace): Promise<void> {
  const state = await readState(db, place.accountId);
  if (state?.enabled !== 1 || new SwitchedOff(state.switched_off).has(place))
    throw new Refusal('settingOff', { reason: 'sync is off, or the app is' });
}

/** @throws {Refusal} settingOff */
async function takeTurnOf(db: Store['db'], place: SettingPlace): Promise<void> {
  if (!(await takeTurn(db, place.accountId, newId()))) throw new Refusal('settingOff', { reason: 'sync was switched off meanwhile' });
  await refuseOff(db, place);
}

function changedElsewhere(etag = ''): Refusal {
  return new Refusal('preconditionFailed', { reason: 'the setting has another etag', data: { etag } });
}
