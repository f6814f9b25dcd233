import type { ReviewedField } from '#contract/apps/developer/developer.words.ts';
import type { InEveryLanguage } from '#contract/vocabulary/languages.ts';
import { findOpenVersion, type AppVersion } from '#server/core/apps/developer/app-versions.guarded.ts';
import { listUsage } from '#server/core/apps/developer/app-activity.repository.ts';
import type { OwnApp } from '#server/core/apps/developer/own-apps.repository.ts';
import { readChanges, reviewedOf } from '#server/core/apps/developer/reviewed.ts';
import { causesOf, listAllApps, listAnswers, usageSince } from '#server/core/apps/developer/apps-of-all.repository.ts';
import { day } from '#server/platform/clock.ts';
import type { ReviewDeps } from './review-app.ts';

export type AppWarning = 'no PKCE' | 'domain gone';

/** An app in a list. */
export interface ListedApp {
  readonly id: string;
  readonly names: InEveryLanguage;
  readonly state: OwnApp['state'];
  readonly kind: string;
  readonly signIns: number;
  readonly failures: number;
  readonly warnings: readonly AppWarning[];
}

/** A field of a version beside the running description; lists as sets. */
export interface FieldChange {
  readonly field: ReviewedField;
  readonly was: readonly string[];
  readonly now: readonly string[];
}

export interface SeenApp extends ListedApp {
  readonly app: OwnApp;
  readonly ownerSince: number | null;
  readonly ownerApps: number;
  readonly waiting:
    | { readonly version: string; readonly askedAt: number; readonly isFirst: boolean; readonly changes: readonly FieldChange[] }
    | undefined;
  readonly answers: readonly { readonly state: 'accepted' | 'refused'; readonly at: number; readonly reasons: string }[];
  readonly days: readonly { readonly day: string; readonly signIns: number; readonly newPeople: number; readonly failures: number }[];
  readonly causes: readonly { readonly error: string; readonly cause: string; readonly count: number }[];
}

const mostApps = 200;

/** Apps of developers with sign-ins and failures of seven days: what waits for a review first, then by id. */
export async function listApps({
  db,
  clock,
}: Pick<ReviewDeps, 'db' | 'clock'>): Promise<{ readonly apps: readonly ListedApp[]; readonly more: boolean }> {
  const found = await listAllApps(db, mostApps + 1);
  const shown = found.slice(0, mostApps);
  const usage = await usageSince(db, { clientIds: shown.map(({ client }) => client.id), since: clock.now() - 7 * day });
  return { apps: shown.map((app) => listed(app, usage.get(app.client.id))), more: found.length > mostApps };
}

function listed(app: OwnApp, usage: { readonly signIns: number; readonly failures: number } = { signIns: 0, failures: 0 }): ListedApp {
  const { client, state, domain } = app;
  const warnings: AppWarning[] = [];
  if (client.pkce === 'optional') warnings.push('no PKCE');
  if (domain.goneAt !== null) warnings.push('domain gone');
  return { id: client.id, names: client.name, state, kind: client.kind, signIns: usage.signIns, failures: usage.failures, warnings };
}

/** Undefined for an id without an app of a developer. */
export async function describeApp(deps: ReviewDeps, id: string): Promise<SeenApp | undefined> {
  const { db, clock, own, accounts } = deps;
  const app = await own.find(id);
  if (app === undefined) return undefined;
  const since = clock.now() - 30 * day;
  const version = await findOpenVersion(db, id);
  const owner = await accounts.findById(app.ownerId);
  const usage = await usageSince(db, { clientIds: [id], since: clock.now() - 7 * day });
  return {
    ...listed(app, usage.get(id)),
    app,
    ownerSince: owner?.createdAt ?? null,
    ownerApps: (await own.list(app.ownerId)).length,
    waiting: version?.state === 'asked' ? waitingOf(app, version) : undefined,
    answers: await listAnswers(db, id),
    days: (await listUsage(db, { clientId: id, since })).map((each) => ({
      day: each.day,
      signIns: each.sign_ins,
      newPeople: each.new_people,
      failures: each.failures,
    })),
    causes: await causesOf(db, { clientId: id, since }),
  };
}

function waitingOf(app: OwnApp, version: AppVersion): NonNullable<SeenApp['waiting']> {
  const isFirst = app.state === 'review';
  const waiting = readChanges(version.changes);
  const running = reviewedOf(app.client);
  const wanted = { ...running, ...waiting };
  const all = (Object.keys(wanted) as ReviewedField[]).map((field) => ({
    field,
    was: isFirst ? [] : textsOf(running[field]),
    now: textsOf(wanted[field]),
  }));
  const changes = isFirst ? all.filter(({ now }) => now.some((text) => text !== '')) : all.filter(({ field }) => field in waiting);
  return { version: version.id, askedAt: version.asked_at ?? 0, isFirst, changes };
}

/** The value of a field as a list of texts. */
function textsOf(value: string | boolean | readonly string[] | InEveryLanguage): readonly string[] {
  if (typeof value !== 'object') return [String(value)];
  return Object.values(value);
}
