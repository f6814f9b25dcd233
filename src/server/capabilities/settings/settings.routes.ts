import { settingsEndpoints } from '#contract/endpoints/settings.ts';
import { settingsSchemas } from '#contract/schemas/settings.ts';
import { groupOfSetting } from '#contract/vocabulary/settings.ts';
import type { Core } from '#server/core/core.ts';
import { implement } from '#server/core/sessions/implement.ts';
import type { Call } from '#server/platform/http/call.ts';
import type { BoundCalls } from '#server/platform/http/implement.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { eraseSettings, switchSettings } from './owner.ts';
import { programOf, type ProgramDeps } from './program.ts';
import type { SettingPlace } from './settings.guarded.ts';
import { findStored, listStored, readState } from './settings.repository.ts';
import { deleteSetting, knownOf, refuseOff, writeSetting } from './write-setting.ts';

type ProgramCall = Pick<Call, 'requestHeader' | 'header'>;

const isoTime = (at: number) => new Date(at).toISOString();

/** Settings of a desktop. */
export function settingsRoutes(deps: Core & ProgramDeps): BoundCalls {
  const { store } = deps;

  async function placeOf(call: ProgramCall & { readonly params: { readonly key: string } }, method: string): Promise<SettingPlace> {
    const { key } = call.params;
    return { ...(await programOf(deps, call, { method, path: `/settings/${key}` })), key };
  }

  return implement(settingsEndpoints, settingsSchemas, {
    async listSettings(call) {
      const { accountId, clientId } = await programOf(deps, call, settingsEndpoints.listSettings);
      const state = await readState(store.db, accountId);
      const etag = `"${state?.version ?? ''}"`;
      call.header('etag', etag);
      if (call.ifNoneMatch === etag) return call.notModified();
      const rows = await listStored(store.db, accountId, clientId);
      const settings = rows.map(({ key, bytes, etag: mark, device, changed_at }) => ({
        key,
        bytes,
        etag: `"${mark}"`,
        device,
        changedAt: isoTime(changed_at),
      }));
      return { enabled: state?.enabled === 1, settings };
    },
    async readSetting(call) {
      const place = await placeOf(call, 'GET');
      await refuseOff(store.db, place.accountId);
      const found = await findStored(store.db, place);
      if (found === undefined) throw new Refusal('notFound', { reason: 'setting' });
      const etag = `"${found.etag}"`;
      call.header('etag', etag);
      if (call.ifNoneMatch === etag) return call.notModified();
      return { value: store.keyring.open('setting', found.sealed), device: found.device, changedAt: isoTime(found.changed_at) };
    },
    async writeSetting(call) {
      const place = await placeOf(call, 'PUT');
      const { etag, bytes } = await withMark(call, () => writeSetting(store, place, { ...call.body, known: knownBy(call) }));
      call.header('etag', `"${etag}"`);
      return { bytes };
    },
    async deleteSetting(call) {
      const place = await placeOf(call, 'DELETE');
      await withMark(call, () => deleteSetting(store, place, knownBy(call)));
      return {};
    },
    async showSettings({ session: { accountId, account } }) {
      const [state, rows] = [await readState(store.db, accountId), await listStored(store.db, accountId)];
      const names = new Map<string, string>();
      for (const id of new Set(rows.map((row) => row.client_id)))
        names.set(id, (await deps.apps.clients.find(id))?.name[account.language] ?? id);
      return {
        enabled: state?.enabled === 1,
        bytes: state?.bytes ?? 0,
        devices: new Set(rows.map(({ device }) => device)).size,
        settings: rows.map(({ client_id, key, bytes, device, changed_at }) => ({
          key,
          bytes,
          device,
          changedAt: isoTime(changed_at),
          group: groupOfSetting(key),
          app: names.get(client_id) ?? client_id,
        })),
      };
    },
    async switchSettings(call) {
      const { enabled } = call.body;
      await switchSettings(deps, { session: call.session, visit: call }, enabled);
      return { enabled };
    },
    async eraseSettings(call) {
      await eraseSettings(deps, { session: call.session, visit: call });
      return {};
    },
  });
}

function knownBy(call: ProgramCall) {
  return knownOf({ ifMatch: call.requestHeader('if-match'), ifNoneMatch: call.requestHeader('if-none-match') });
}

/** A refused change answers the present ETag, too. */
async function withMark<T>(call: ProgramCall, change: () => Promise<T>): Promise<T> {
  try {
    return await change();
  } catch (error) {
    const etag = error instanceof Refusal ? error.detail.data?.['etag'] : undefined;
    if (typeof etag === 'string' && etag !== '') call.header('etag', `"${etag}"`);
    throw error;
  }
}
