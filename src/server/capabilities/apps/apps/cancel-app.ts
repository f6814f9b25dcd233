import type { Origin } from '#server/core/protection/audit/audit.ts';
import { lockCredentials } from '#server/core/sign-in/access/access.ts';
import type { Journal } from '#server/core/protection/journal/journal.ts';
import { endDevicesOfApp } from '#server/core/protection/devices/devices.guarded.ts';
import type { Apps } from '#server/core/apps/openid/apps.ts';
import type { Session } from '#server/core/sign-in/sessions/sessions.ts';
import type { Store } from '#server/core/store.ts';

export interface CancelAppDeps {
  readonly store: Store;
  readonly journal: Journal;
  readonly apps: Apps;
}

/**
 * Withdraws the consent for an app, or one line of it: its codes, tokens and grants are dead for the next request. An
 * app without consent gets the same answer.
 */
export async function cancelApp(
  { store: { db, clock }, journal: { audit }, apps: { consents } }: CancelAppDeps,
  { session, origin }: { readonly session: Session; readonly origin: Origin },
  { clientId, scope }: { readonly clientId: string; readonly scope: string | undefined },
): Promise<void> {
  const { accountId, sessionId } = session;
  const whose = { accountId, clientId };
  await db.tx(async () => {
    await lockCredentials(db, session);
    const consent = await consents.find(whose);
    const isAll = scope === undefined || scope === 'openid' || consent === undefined;
    if (isAll) {
      await consents.remove(whose);
    } else {
      const keep = (name: string): boolean => name !== scope;
      await consents.narrow({ ...whose, scopes: consent.scopes.filter(keep), more: consent.more.filter(keep) });
      await consents.endTokens(whose);
    }
    await endDevicesOfApp(db, { ...whose, at: clock.now() });
    if (consent === undefined) return;
    const detail = { client: clientId, ...(isAll ? {} : { scope }) };
    await audit.record({ event: isAll ? 'app.canceled' : 'app.narrowed', accountId, sessionId, origin, detail });
  });
}
