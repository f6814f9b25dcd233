import { chainState, type ChainState } from '#server/core/audit/audit-check-job.ts';
import { readInstances, type InstanceReport } from '#server/core/instances/instances.ts';
import { keyAges, lastMigration } from '#server/core/instances/site-facts.repository.ts';
import type { Store } from '#server/core/store.ts';
import { second } from '#server/platform/clock.ts';
import type { Metrics } from '#server/platform/metrics/metrics.ts';

export interface HealthDeps {
  readonly store: Pick<Store, 'db' | 'clock'>;
  readonly metrics: Pick<Metrics, 'ofSite'>;
}

/** A route over all instances that are there. */
export interface SeenRoute {
  readonly route: string;
  readonly answers: number;
  /** Of the slowest instance: quantiles do not add up. Milliseconds. */
  readonly p50: number;
  readonly p95: number;
  readonly errors: Readonly<Record<string, number>>;
}

export interface Health {
  readonly now: number;
  readonly instances: readonly InstanceReport[];
  /** Most asked first. */
  readonly routes: readonly SeenRoute[];
  readonly moreRoutes: number;
  /** Null for what cannot be read now. */
  readonly site: Readonly<Record<string, number | null>>;
  readonly budgets: readonly { readonly name: string; readonly used: number }[];
  readonly chain: ChainState | undefined;
  readonly keys: readonly { readonly purpose: string; readonly madeAt: number }[];
  readonly database: { readonly engine: 'sqlite' | 'postgres'; readonly migration: string };
}

const shownRoutes = 40;
/** Members who watch the page share one reading. */
const knownMs = 5 * second;

/** Reads the health of the site, at most every five seconds on this instance. */
export function createHealthReader(deps: HealthDeps): () => Promise<Health> {
  let known: { readonly at: number; readonly health: Promise<Health> } | undefined;
  return () => {
    const at = deps.store.clock.now();
    if (known !== undefined && at - known.at < knownMs) return known.health;
    const health = readHealth(deps);
    known = { at, health };
    health.catch(() => (known = undefined));
    return health;
  };
}

async function readHealth({ store, metrics }: HealthDeps): Promise<Health> {
  const { db } = store;
  const instances = await readInstances(store);
  const { message_budget_used: budgets, ...values } = await metrics.ofSite();
  const site = Object.entries(values).map(([name, value]) => [name, typeof value === 'number' ? value : null] as const);
  const routes = addRoutes(instances.filter(({ isGone }) => !isGone));
  return {
    now: store.clock.now(),
    instances,
    routes: routes.slice(0, shownRoutes),
    moreRoutes: Math.max(0, routes.length - shownRoutes) + Math.max(0, ...instances.map(({ summary }) => summary?.more ?? 0)),
    site: Object.fromEntries(site),
    budgets: typeof budgets === 'object' ? Object.entries(budgets).map(([name, used]) => ({ name, used })) : [],
    chain: await chainState(store),
    keys: await keyAges(db),
    database: { engine: db.engine, migration: await lastMigration(db) },
  };
}

function addRoutes(instances: readonly InstanceReport[]): readonly SeenRoute[] {
  const all = new Map<string, SeenRoute>();
  for (const { summary } of instances) {
    for (const { route, count, p50, p95, errors } of summary?.routes ?? []) {
      const before = all.get(route) ?? { route, answers: 0, p50: 0, p95: 0, errors: {} };
      const sum = { ...before.errors };
      for (const [code, times] of Object.entries(errors)) sum[code] = times + (sum[code] ?? 0);
      const slowest = { p50: Math.max(before.p50, p50), p95: Math.max(before.p95, p95) };
      all.set(route, { route, answers: before.answers + count, ...slowest, errors: sum });
    }
  }
  return [...all.values()].toSorted((a, b) => b.answers - a.answers || (a.route < b.route ? -1 : 1));
}
