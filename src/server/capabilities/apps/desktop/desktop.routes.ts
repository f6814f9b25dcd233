import { desktopEndpoints } from '#contract/apps/desktop/desktop.ts';
import { limits } from '#contract/limits.ts';
import { desktopSchemas } from '#contract/apps/desktop/desktop.schemas.ts';
import type { Core } from '#server/core/core.ts';
import type { DesktopCode, DesktopSession } from '#server/core/apps/openid/desktop-code.ts';
import type { KeyOf } from '#server/core/apps/openid/token-use.ts';
import { isVerified } from '#server/core/apps/developer/publisher.ts';
import { implement } from '#server/core/sign-in/sessions/implement.ts';
import type { Session } from '#server/core/sign-in/sessions/sessions.ts';
import { hour, minute, second } from '#server/platform/clock.ts';
import type { BoundCalls } from '#server/platform/http/implement.ts';
import { limitKey } from '#server/core/sign-in/known-browsers/account-limits.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { DesktopWaits } from './desktop-waits.ts';
import { listPrograms, removeProgram, type ProgramDeps } from './programs.ts';

export interface DesktopDeps extends Pick<Core, 'apps' | 'evidence' | 'gate'>, ProgramDeps {
  readonly codeFor: DesktopCode;
  readonly keyOf: KeyOf;
  readonly waits: DesktopWaits;
}

/** The account service of a desktop. */
export function desktopRoutes(deps: DesktopDeps): BoundCalls {
  const { apps, evidence, gate, waits } = deps;

  async function take(...takes: readonly (readonly [key: string, limit: number, windowMs: number])[]): Promise<void> {
    const taken = await gate.limiter.take(takes.map(([key, limit, windowMs]) => ({ key, limit: limit * gate.rateFactor, windowMs })));
    if (!taken.ok) throw new Refusal('tooManyRequests', { reason: 'calls of the desktop', retryAfter: taken.retryAfterSeconds });
  }

  return implement(desktopEndpoints, desktopSchemas, {
    async desktopClient(call) {
      const { clientID } = call.query;
      const client = await apps.clients.find(clientID);
      if (client === undefined || client.programs.length === 0) throw new Refusal('notFound', { reason: 'no app for programs' });
      const own = await apps.own.find(clientID);
      const { name, icon, firstParty, redirectUris, programs } = client;
      const publisher = own !== undefined && isVerified(own) ? own.domain.name : '';
      return { clientID, name, icon, publisher, firstParty, redirectUris: [...redirectUris], programs: [...programs] };
    },
    async desktopCode(call) {
      const session = desktopOf(call.session);
      const { deviceId } = session.desktop;
      await take(
        [`desktop-code:${deviceId}:${call.body.clientID}`, limits.desktopCodesPerMinute, minute],
        [`desktop-code:${deviceId}`, limits.desktopCodesPerHour.device, hour],
        [limitKey('desktop-code', session.accountId), limits.desktopCodesPerHour.account, hour],
      );
      const made = await deps.codeFor({ session, origin: call }, call.body);
      if ('continue' in made) throw new Refusal('consentNeeded', { data: { continue: new URL(made.continue, evidence.publicUrl).href } });
      return { code: made.code, iss: evidence.publicUrl };
    },
    async desktopState(call) {
      const { accountId, desktop } = desktopOf(call.session);
      const { deviceId } = desktop;
      await take([`desktop-state:${deviceId}`, limits.desktopQuestionsPerMinute, minute]);
      const wait = Math.min(Number(call.query.wait ?? 0), limits.desktopWaitSeconds);
      const etag = call.ifNoneMatch ?? '';
      const isWaiting = wait > 0 && etag !== '';
      const found = isWaiting ? await waits.wait({ deviceId, accountId, etag, ms: wait * second }) : await waits.read(deviceId);
      call.header('etag', found?.etag ?? etag);
      call.header('cache-control', 'no-store');
      return found === undefined || found.etag === etag ? call.notModified() : found.state;
    },
    async desktopEnd(call) {
      const { method, path } = desktopEndpoints.desktopEnd;
      const proof = call.requestHeader('dpop');
      let deviceId: string | undefined;
      const key = await deps.keyOf({ proof, method, url: `${evidence.publicUrl}/api${path}` }, async (jkt) => {
        deviceId = await apps.devices.byKey(jkt);
        return deviceId !== undefined;
      });
      const found = key === undefined || deviceId === undefined ? undefined : await waits.read(deviceId);
      if (found === undefined) throw new Refusal('notFound', { reason: 'no desktop of this key' });
      call.header('cache-control', 'no-store');
      return { reason: found.state.reason };
    },
    async listPrograms(call) {
      const found = await listPrograms(deps, call.session);
      return found.map(({ devices, ...program }) => ({
        ...program,
        scopes: [...program.scopes],
        devices: devices.map(({ lastUsedAt, ...device }) => ({ ...device, lastUsedAt: new Date(lastUsedAt).toISOString() })),
      }));
    },
    async removeProgram(call) {
      await removeProgram(deps, { session: call.session, origin: call }, call.body);
      return {};
    },
  });
}

function desktopOf(session: Session): DesktopSession {
  const { desktop } = session;
  if (desktop === undefined) throw new Error('A call that is only for desktops had the session of a browser.');
  return { ...session, desktop };
}
