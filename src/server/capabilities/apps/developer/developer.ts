import type { OwnApp } from '#server/core/apps/developer/own-apps.repository.ts';
import type { Core } from '#server/core/core.ts';
import type { ClientState } from '#server/core/apps/clients/clients.table.ts';
import { countedFor, limitKey } from '#server/core/sign-in/known-browsers/account-limits.ts';
import type { Session } from '#server/core/sign-in/sessions/sessions.ts';
import type { Visit } from '#server/core/sign-in/sessions/visit.ts';
import { day } from '#server/platform/clock.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { Outside } from './addresses/outside.ts';
import type { Developers } from './may-develop.ts';

export interface DeveloperDeps extends Pick<Core, 'store' | 'identity' | 'evidence' | 'journal' | 'gate' | 'apps'> {
  readonly developers: Developers;
  readonly outside: Outside;
}

/** Uploads of logos, which go the way of avatars. */
export interface Logos {
  begin(
    session: Session,
    file: { readonly filetype: string; readonly size?: number | undefined; readonly browser: string | undefined },
  ): Promise<{ readonly sign: string; readonly uploadUrl: string; readonly maxBytes: number }>;
  draw(session: Session, upload: { readonly sign: string; readonly edge: number }): Promise<Buffer>;
}

/** A developer and their request. */
export interface Developer {
  readonly session: Session;
  readonly origin: Pick<Visit, 'clientIp' | 'requestId' | 'userAgent' | 'browser'>;
}

/** States in which a developer may change an app. */
export const changeable = ['test', 'review', 'live'] as const satisfies readonly ClientState[];

/**
 * An app of this account.
 * @throws {Refusal} notFound for an unknown app, and alike for an app of somebody else
 */
export async function requireOwnApp({ apps }: Pick<DeveloperDeps, 'apps'>, session: Session, id: string): Promise<OwnApp> {
  const app = await apps.own.findOf(session.accountId, id);
  if (app === undefined) throw new Refusal('notFound', { reason: 'no app of this account' });
  return app;
}

/** The proof for a secret, keys or a stream: that of an app that is or was live weighs more. */
export function secretNeed({ client: { id }, liveAt }: OwnApp) {
  return { action: liveAt === null ? 'testAppSecret' : 'appSecret', target: id } as const;
}

/** @throws {Refusal} appStateRefuses */
export function requireState({ state }: Pick<OwnApp, 'state'>, states: readonly ClientState[] = changeable): void {
  if (!states.includes(state)) throw new Refusal('appStateRefuses', { reason: state });
}

type CountedUse = 'apps' | 'reviews' | 'sectors' | 'testers' | 'transfers' | 'tries';

/** @throws {Refusal} tooFrequent beyond this number in the window */
export async function countUse(
  { store: { db }, gate: { limiter, rateFactor } }: Pick<DeveloperDeps, 'store' | 'gate'>,
  { session: { accountId }, origin: { browser } }: Developer,
  { of, limit, windowMs = day }: { readonly of: CountedUse; readonly limit: number; readonly windowMs?: number },
): Promise<void> {
  const key = limitKey(`developer-${of}`, await countedFor(db, { accountId, browser }));
  const taken = await limiter.take([{ key, limit: limit * rateFactor, windowMs }]);
  if (!taken.ok) throw new Refusal('tooFrequent', { reason: 'uses by the developer', retryAfter: taken.retryAfterSeconds });
}

/** Writes down what a developer did with an app, in the transaction of the act. */
export async function recordAct(
  { journal }: Pick<DeveloperDeps, 'journal'>,
  { session: { accountId, sessionId }, origin }: Developer,
  { event, client, ...detail }: { readonly event: DeveloperEvent; readonly client: string } & Readonly<Record<string, string>>,
): Promise<void> {
  await journal.audit.record({ event, accountId, sessionId, origin, detail: { client, ...detail } });
}

type DeveloperEvent = Extract<Parameters<Core['journal']['audit']['record']>[0]['event'], `developer.${string}`>;
