import type { DomainProof, DomainState } from '#contract/apps/developer/developer.words.ts';
import type { OwnApp } from '#server/core/apps/developer/own-apps.repository.ts';
import { day, hour } from '#server/platform/clock.ts';
import { claimOnce } from '#server/platform/limits/claims/claims.guarded.ts';
import { newId, sha256 } from '#server/platform/ids.ts';
import type { Job } from '#server/platform/jobs/jobs.ts';
import { ruleRefusal } from '#server/platform/refusal.ts';
import { recordAct, requireOwnApp, requireState, type Developer, type DeveloperDeps } from '../developer.ts';
import { proofText } from '../own-app-view.ts';

type Domain = OwnApp['domain'];

/** The day without the proof on which the mark goes. */
const lostOnDay = 7;
/** Days without the proof on which the developer is told. */
const toldOnDays = [1, 3, 7];

/**
 * The token that proves a domain; with the same domain and token already made, looks for it.
 * @throws {Refusal} notFound, appStateRefuses, badRequest with `domain`
 */
export async function proveDomain(
  deps: DeveloperDeps,
  developer: Developer,
  { id, domain: name, by }: { readonly id: string; readonly domain: string; readonly by: DomainProof },
): Promise<OwnApp> {
  const { store, apps } = deps;
  const app = await requireOwnApp(deps, developer.session, id);
  requireState(app);
  if (!isDomain(name)) throw ruleRefusal({ domain: 'domain' });
  const { domain } = app;
  const isKnown = domain.name === name && domain.token !== '';
  const before: Domain = isKnown ? { ...domain, by } : { name, state: 'waiting', by, token: newId(), seenAt: null, goneAt: null };
  const isThere = isKnown && (await isProven(deps, before));
  const at = store.clock.now();
  const after: Domain = isThere ? { ...before, state: 'proven', seenAt: at, goneAt: null } : before;
  await store.db.tx(async () => {
    await apps.own.setDomain(id, after);
    if (isThere && domain.state !== 'proven')
      await recordAct(deps, developer, { event: 'developer.domain-proven', client: id, domain: name });
  });
  return requireOwnApp(deps, developer.session, id);
}

/** A host name of at least two labels, in lower case and without a trailing dot. */
function isDomain(name: string): boolean {
  const url = URL.parse(`https://${name}/`);
  return /^(?=.{4,253}$)[a-z0-9-]+(?:\.[a-z0-9-]+)+$/.test(name) && url?.hostname === name && !/^[\d.]+$/.test(name);
}

/** Whether the proof is there now. */
async function isProven({ outside }: Pick<DeveloperDeps, 'outside'>, { name, by, token }: Domain): Promise<boolean> {
  const wanted = proofText(token);
  if (by === 'dns') return (await outside.txt(name)).some((record) => record.trim() === wanted);
  return (await outside.text(new URL(`https://${name}/.well-known/cedar-id-app.txt`))).trim() === wanted;
}

/** Looks at every proven domain once a day. */
export function domainJob(deps: DeveloperDeps): Job {
  return { everyMs: hour, removes: 'nothing', failure: 'Domains of apps were not looked at.', run: () => lookAtDomains(deps) };
}

/** Looks at each domain once a day, whichever server comes first. */
export async function lookAtDomains(deps: DeveloperDeps): Promise<void> {
  const { db, clock } = deps.store;
  const at = clock.now();
  for (const app of await deps.apps.own.withDomain()) {
    const id = sha256(`${app.client.id} ${Math.floor(at / day)}`);
    if (await claimOnce(db, { kind: 'app-domain', id, at, expiresAt: at + 2 * day })) await lookAt(deps, app, at);
  }
}

async function lookAt({ store, apps, identity, journal, outside }: DeveloperDeps, app: OwnApp, at: number): Promise<void> {
  const { client, domain } = app;
  if (await isProven({ outside }, domain)) {
    await apps.own.setDomain(client.id, { ...domain, state: 'proven', seenAt: at, goneAt: null });
    return;
  }
  const goneAt = domain.goneAt ?? at;
  // The first day without the proof is day 1.
  const missingDay = Math.floor(at / day) - Math.floor(goneAt / day) + 1;
  const state: DomainState = missingDay >= lostOnDay ? 'lost' : 'gone';
  const owner = await identity.accounts.findById(app.ownerId);
  await store.db.tx(async () => {
    await apps.own.setDomain(client.id, { ...domain, state, goneAt });
    if (owner === undefined || !toldOnDays.includes(missingDay)) return;
    await journal.notices.sendApp({ account: owner, event: 'domainGone', app: client.name, values: { domain: domain.name } });
  });
}
