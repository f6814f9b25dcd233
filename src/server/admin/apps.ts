import { parseArgs } from 'node:util';
import { languagesByShortName } from '#contract/vocabulary/languages.ts';
import { createAccounts } from '#server/core/accounts/accounts.repository.ts';
import { createAudit } from '#server/core/audit/audit.ts';
import { createOwnApps, type OwnApp } from '#server/core/openid/own-apps/own-apps.repository.ts';
import type { AppVersion } from '#server/core/openid/own-apps/app-versions.guarded.ts';
import { readChanges } from '#server/core/openid/own-apps/reviewed.ts';
import {
  acceptApp,
  grantName,
  listReviews,
  refuseApp,
  resumeApp,
  suspendApp,
  type AppOrder,
  type ReviewDeps,
} from '#server/capabilities/administration/review-app.ts';
import { doAct, Waiting, type ActDeps } from '#server/capabilities/administration/do-act.ts';
import type { StaffAct } from '#contract/desk/roles.ts';
import { AdminError, adminHelp, type AdminDeps } from './admin-command.ts';
import { commandNotices } from './command-notices.ts';
import { operatorOf, reasonTextOf, waitingText } from './staff-order.ts';

/**
 * `apps review [<id> --accept <version>|--refuse]`, `apps suspend|resume|grant-name <id>`: reviews of what developers
 * build. Each answer needs a reason; the developer reads it by mail.
 * @throws {AdminError}
 */
export async function run(args: readonly string[], deps: AdminDeps): Promise<number> {
  console.log(await runApps(deps, args));
  return 0;
}

const options = {
  accept: { type: 'string' },
  refuse: { type: 'boolean', default: false },
  name: { type: 'string', default: '' },
  reason: { type: 'string' },
  operator: { type: 'string' },
} as const;

/** Returns the text to print. */
export async function runApps(admin: AdminDeps, args: readonly string[]): Promise<string> {
  const { positionals, values } = parseArgs({ args: [...args], options, allowPositionals: true });
  const [, verb = '', id = ''] = positionals;
  const deps = reviewDeps(admin);
  const acting = { door: 'shell' as const, db: admin.db, clock: admin.clock, keyring: admin.keyring, audit: deps.journal.audit };
  const operator = operatorOf(values.operator);
  const isLook = verb === 'review' && values.accept === undefined && !values.refuse;
  if (id === '' && !isLook) throw new AdminError(adminHelp);
  if (isLook) return show(acting, operator, async () => (id === '' ? queueText(await listReviews(deps)) : reviewText(deps, id)));
  const order = { id, operator, reason: reasonTextOf(values.reason) };
  const asked = { verb, accept: values.accept, refuse: values.refuse, name: values.name };
  const about = {
    object: { app: id, ...(verb === 'grant-name' && { name: values.name }) },
    version: (await deps.own.find(id))?.version ?? 0,
  };
  const done = await doAct(acting, { ...about, act: actOf(asked), operator, reason: order.reason }, () => answer(deps, order, asked));
  if (done instanceof Waiting) return waitingText(done);
  if (done === undefined) throw new AdminError(`Nothing was done: '${id}' is not in a state for it, or another answer was first.`);
  return done;
}

async function show(acting: ActDeps, operator: string, read: () => Promise<string>): Promise<string> {
  const text = await doAct(acting, { act: 'app.open', operator, reason: '' }, read);
  return text instanceof Waiting ? waitingText(text) : text;
}

interface Asked {
  readonly verb: string;
  readonly accept: string | undefined;
  readonly refuse: boolean;
  readonly name: string;
}

const acts: Readonly<Record<string, StaffAct>> = {
  review: 'app.review',
  suspend: 'app.suspend',
  resume: 'app.resume',
  'grant-name': 'app.grant-name',
};

/** @throws {AdminError} for words that are no act */
function actOf({ verb, name }: Asked): StaffAct {
  const act = Object.hasOwn(acts, verb) ? acts[verb] : undefined;
  if (act === undefined) throw new AdminError(adminHelp);
  if (act === 'app.grant-name' && name.trim() === '') throw new AdminError('--name is the name to grant, exactly as the app will have it.');
  return act;
}

/** The line to print; undefined where nothing was done. */
async function answer(deps: ReviewDeps, order: AppOrder, { verb, accept, refuse, name }: Asked): Promise<string | undefined> {
  const { id } = order;
  switch (verb) {
    case 'review':
      if (refuse === (accept !== undefined)) throw new AdminError('Give --accept <version> or --refuse.');
      if (accept === undefined) return (await refuseApp(deps, order)) ? `Sent ${id} back to its developer.` : undefined;
      return (await acceptApp(deps, { ...order, versionId: accept })) ? `${id} is live as reviewed.` : undefined;
    case 'suspend':
      return (await suspendApp(deps, order)) ? `Suspended ${id}; its tokens have ended.` : undefined;
    case 'resume':
      return (await resumeApp(deps, order)) ? `${id} goes on; people sign in anew.` : undefined;
    case 'grant-name':
      return (await grantName(deps, { ...order, name })) ? `${id} may be called '${name}'.` : undefined;
    default:
      throw new AdminError(adminHelp);
  }
}

export function reviewDeps(deps: AdminDeps): ReviewDeps {
  const { db, clock, keyring } = deps;
  return {
    db,
    clock,
    own: createOwnApps(db),
    accounts: createAccounts({ db, keyring }),
    journal: { audit: createAudit({ db, clock, keyring }), notices: commandNotices(deps) },
  };
}

function queueText(waiting: Awaited<ReturnType<typeof listReviews>>): string {
  if (waiting.length === 0) return 'Nothing waits for a review.';
  return waiting
    .map(({ app, version }) =>
      [app.client.id, namesOf(app), app.state, new Date(version.asked_at ?? 0).toISOString(), version.id].join('\t'),
    )
    .join('\n');
}

function namesOf({ client }: OwnApp): string {
  return languagesByShortName.map((language) => client.name[language]).join(' / ');
}

/** What a reviewer has to see: the running description, the changes, the domain, and why the app asks for what. */
async function reviewText(deps: ReviewDeps, id: string): Promise<string> {
  const found = (await listReviews(deps)).find(({ app }) => app.client.id === id);
  if (found === undefined) throw new AdminError(`Nothing of '${id}' waits for a review.`);
  const { app, version } = found;
  const { icon, ...client } = app.client;
  return JSON.stringify(
    {
      version: version.id,
      state: app.state,
      weaker: client.pkce === 'optional' ? 'no PKCE' : undefined,
      domain: app.domain,
      reasons: app.reasons,
      changes: shown(version),
      running: { ...client, icon: icon === '' ? '' : 'a picture' },
    },
    undefined,
    2,
  );
}

function shown({ changes }: AppVersion): unknown {
  const read = readChanges(changes);
  return read.icon === undefined ? read : { ...read, icon: 'another picture' };
}
