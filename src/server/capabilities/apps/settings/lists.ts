import type { Language } from '#contract/vocabulary/languages.ts';
import { groupOfSetting } from '#contract/apps/settings/settings.words.ts';
import type { Core } from '#server/core/core.ts';
import type { Db } from '#server/core/database/db.ts';
import type { Program } from './program.ts';
import { listStored, readState } from './settings.repository.ts';
import { SwitchedOff } from './switches.ts';

export const isoTime = (at: number) => new Date(at).toISOString();

/** The list of a program, with its version; nothing but the version where the program has that one. */
export async function listForProgram(db: Db, { accountId, clientId }: Program, known?: string) {
  const state = await readState(db, accountId);
  const etag = `"${state?.version ?? ''}"`;
  if (known === etag) return { etag };
  const off = new SwitchedOff(state?.switched_off);
  const rows = await listStored(db, accountId, clientId);
  const settings = rows.map(({ key, bytes, etag: mark, device, changed_at }) => ({
    key,
    bytes,
    etag: `"${mark}"`,
    device,
    changedAt: isoTime(changed_at),
    on: !off.has({ clientId, key }),
  }));
  return { etag, list: { enabled: state?.enabled === 1, settings, off: [...off.of(clientId)] } };
}

/** Stored settings of all programs, and those that are switched off. */
export async function listForOwner(
  { store: { db }, apps: { clients } }: Pick<Core, 'store' | 'apps'>,
  { accountId, language }: { readonly accountId: string; readonly language: Language },
) {
  const [state, rows] = [await readState(db, accountId), await listStored(db, accountId)];
  const off = new SwitchedOff(state?.switched_off);
  const stored = rows.map(({ client_id: clientId, ...row }) => ({ ...row, clientId }));
  const isStored = ({ clientId, key }: { readonly clientId: string; readonly key: string }) =>
    stored.some((row) => row.clientId === clientId && row.key === key);
  const empty = off.list.filter((one) => !isStored(one));
  const names = new Map<string, string>();
  for (const id of new Set([...stored, ...empty].map(({ clientId }) => clientId)))
    names.set(id, (await clients.find(id))?.name[language] ?? id);
  const named = ({ clientId, key }: { readonly clientId: string; readonly key: string }) => ({
    clientID: clientId,
    key,
    group: groupOfSetting(key),
    app: names.get(clientId) ?? clientId,
  });
  return {
    enabled: state?.enabled === 1,
    bytes: state?.bytes ?? 0,
    devices: new Set(rows.map(({ device }) => device)).size,
    settings: stored.map((row) => ({
      ...named(row),
      bytes: row.bytes,
      device: row.device,
      changedAt: isoTime(row.changed_at),
      on: !off.has(row),
    })),
    off: empty.map(named),
  };
}
