import { settingsEndpoints } from '#contract/apps/settings/settings.ts';
import { settingsSchemas } from '#contract/apps/settings/settings.schemas.ts';
import type { Core } from '#server/core/core.ts';
import { implement } from '#server/core/sign-in/sessions/implement.ts';
import type { Call } from '#server/platform/http/call.ts';
import type { BoundCalls } from '#server/platform/http/implement.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { eraseSetting, eraseSettings, switchSettings } from './owner.ts';
import { isoTime, listForOwner, listForProgram } from './lists.ts';
import { programOf, type ProgramDeps } from './program.ts';
import type { SettingPlace } from './settings.guarded.ts';
import { findStored } from './settings.repository.ts';
import { turnSwitches } from './switches.ts';
import { deleteSetting, knownOf, refuseOff, writeSetting } from './write-setting.ts';

type ProgramCall = Pick<Call, 'requestHeader' | 'header'>;

/** Settings of a desktop. */
export function settingsRoutes(deps: Core & ProgramDeps): BoundCalls {
  const { store } = deps;

  async function settingPlaceOf(call: ProgramCall & { readonly params: { readonly key: string } }, method: string): Promise<SettingPlace> {
    const { key } = call.params;
    return { ...(await programOf(deps, call, { method, path: `/settings/${key}` })), key };
  }

  return implement(settingsEndpoints, settingsSchemas, {
    async listSettings(call) {
      const program = await programOf(deps, call, settingsEndpoints.listSettings);
      const { etag, list } = await listForProgram(store.db, program, call.ifNoneMatch);
      call.header('etag', etag);
      return list ?? call.notModified();
    },
    async readSetting(call) {
      const place = await settingPlaceOf(call, 'GET');
      await refuseOff(store.db, place);
      const found = await findStored(store.db, place);
      if (found === undefined) throw new Refusal('notFound', { reason: 'setting' });
      const etag = `"${found.etag}"`;
      call.header('etag', etag);
      if (call.ifNoneMatch === etag) return call.notModified();
      return { value: store.keyring.open('setting', found.sealed), device: found.device, changedAt: isoTime(found.changed_at) };
    },
    async writeSetting(call) {
      const place = await settingPlaceOf(call, 'PUT');
      const { etag, bytes } = await withMark(call, () => writeSetting(store, place, { ...call.body, known: knownBy(call) }));
      call.header('etag', `"${etag}"`);
      return { bytes };
    },
    async deleteSetting(call) {
      const place = await settingPlaceOf(call, 'DELETE');
      await withMark(call, () => deleteSetting(store, place, knownBy(call)));
      return {};
    },
    async switchKeys(call) {
      const program = await programOf(deps, call, settingsEndpoints.switchKeys);
      const { accountId, clientId } = program;
      const { enabled, keys = [] } = call.body;
      if (enabled === true) throw new Refusal('forbidden', { reason: 'only the owner switches the synchronization on' });
      await store.db.tx(async () => {
        if (keys.length > 0)
          await turnSwitches(
            store,
            accountId,
            keys.map((one) => ({ ...one, clientId })),
          );
        if (enabled === false) await switchSettings(deps, { accountId, visit: call }, false);
      });
      const { etag, list } = await listForProgram(store.db, program);
      call.header('etag', etag);
      return list ?? call.notModified();
    },
    showSettings: ({ session: { accountId, account } }) => listForOwner(deps, { accountId, language: account.language }),
    async switchSettings(call) {
      const { enabled } = call.body;
      const { accountId, sessionId } = call.session;
      await switchSettings(deps, { accountId, sessionId, visit: call }, enabled);
      return { enabled };
    },
    async switchSetting(call) {
      const { clientID: clientId, key, on } = call.body;
      await store.db.tx(() => turnSwitches(store, call.session.accountId, [{ clientId, key, on }]));
      return {};
    },
    async eraseSetting(call) {
      const { clientID: clientId, key } = call.body;
      await eraseSetting(deps, { session: call.session, visit: call }, { clientId, key });
      return {};
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
