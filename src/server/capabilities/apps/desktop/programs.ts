import type { InEveryLanguage } from '#contract/vocabulary/languages.ts';
import type { Scope } from '#contract/vocabulary/scopes.ts';
import type { Origin } from '#server/core/protection/audit/audit.ts';
import type { Core } from '#server/core/core.ts';
import type { Session } from '#server/core/sign-in/sessions/sessions.ts';
import { Refusal } from '#server/platform/refusal.ts';

/** An app that programs of desktops use with an account. Times are milliseconds. */
interface ListedProgram {
  readonly clientID: string;
  readonly name: InEveryLanguage;
  readonly icon: string;
  readonly scopes: readonly Scope[];
  readonly devices: readonly { readonly id: string; readonly name: string; readonly lastUsedAt: number }[];
}

export type ProgramDeps = Pick<Core, 'store' | 'journal' | 'apps'>;

/** Last used first. A desktop sees only its own programs. */
export async function listPrograms({ apps }: ProgramDeps, session: Session): Promise<readonly ListedProgram[]> {
  const { accountId } = session;
  const byClient = Map.groupBy(await grantsFor(apps, session), ({ clientId }) => clientId);
  const listed: ListedProgram[] = [];
  for (const [clientID, grants] of byClient) {
    const client = await apps.clients.find(clientID);
    if (client === undefined) continue;
    const consent = await apps.consents.find({ accountId, clientId: clientID });
    // Last used first, and each device once.
    const devices = [...Map.groupBy(grants, ({ deviceId }) => deviceId).entries()].map(([id, [grant]]) => ({
      id,
      name: grant?.deviceName ?? '',
      lastUsedAt: grant?.usedAt ?? 0,
    }));
    listed.push({ clientID, name: client.name, icon: client.icon, scopes: consent?.scopes ?? [], devices });
  }
  return listed;
}

/**
 * Ends every code and token of an app on one desktop, or on all. What the person allowed the app stays; the desktop asks
 * the person again before it gets more.
 * @throws {Refusal} notFound for an app that no such desktop uses; forbidden for a desktop that names another one
 */
export async function removeProgram(
  { store: { db }, journal: { audit }, apps }: ProgramDeps,
  { session, origin }: { readonly session: Session; readonly origin: Origin },
  { clientID, device }: { readonly clientID: string; readonly device?: string },
): Promise<void> {
  const { accountId, sessionId, desktop } = session;
  if (desktop !== undefined && device !== undefined && device !== desktop.deviceId)
    throw new Refusal('forbidden', { reason: 'another device' });
  await db.tx(async () => {
    const grants = (await grantsFor(apps, session)).filter(
      ({ clientId, deviceId }) => clientId === clientID && (device === undefined || deviceId === device),
    );
    if (grants.length === 0) throw new Refusal('notFound', { reason: 'no such program' });
    await apps.records.removeGrants(grants.map(({ id }) => id));
    await audit.record({ event: 'app.canceled', accountId, sessionId, origin, detail: { client: clientID, by: 'desktop' } });
  });
}

async function grantsFor({ records }: Core['apps'], { accountId, account, desktop }: Session) {
  const all = await records.programs({ accountId, credentialEpoch: account.credentialEpoch });
  return desktop === undefined ? all : all.filter(({ deviceId }) => deviceId === desktop.deviceId);
}
