import { userInfo } from 'node:os';
import { parseArgs } from 'node:util';
import { languagesByShortName } from '#contract/vocabulary/languages.ts';
import { createAccounts } from '#server/core/accounts/accounts.repository.ts';
import { createAudit } from '#server/core/audit/audit.ts';
import { createLinks } from '#server/core/links/links.ts';
import { createFreezeLinks } from '#server/core/notices/freeze-links.ts';
import { createNotices } from '#server/core/notices/notices.ts';
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
import { createOutboxQueue } from '#server/platform/outbox/outbox-queue.ts';
import { AdminError, adminHelp, type AdminDeps } from './admin-command.ts';

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
  if (verb === 'review' && id === '') return queueText(await listReviews(deps));
  if (id === '') throw new AdminError(adminHelp);
  if (verb === 'review' && values.accept === undefined && !values.refuse) return reviewText(deps, id);
  const order = { id, operator: operatorOf(values.operator), reason: reasonOf(values.reason) };
  const done = await answer(deps, order, { verb, accept: values.accept, refuse: values.refuse, name: values.name });
  if (done === undefined) throw new AdminError(`Nothing was done: '${id}' is not in a state for it, or another answer was first.`);
  return done;
}

/** The line to print; undefined where nothing was done. */
async function answer(
  deps: ReviewDeps,
  order: AppOrder,
  {
    verb,
    accept,
    refuse,
    name,
  }: { readonly verb: string; readonly accept: string | undefined; readonly refuse: boolean; readonly name: string },
): Promise<string | undefined> {
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
      if (name.trim() === '') throw new AdminError('--name is the name to grant, exactly as the app will have it.');
      return (await grantName(deps, { ...order, name })) ? `${id} may be called '${name}'.` : undefined;
    default:
      throw new AdminError(adminHelp);
  }
}

/** Messages go to the outbox; the running server sends them. */
function reviewDeps({ config, db, clock, keyring }: AdminDeps): ReviewDeps {
  const { publicUrl, supportEmail, brand } = config;
  const queue = createOutboxQueue({ db, clock, keyring });
  const makeFreezeLink = createFreezeLinks({ db, clock, keyring, links: createLinks({ db, clock, keyring }), publicUrl });
  const worker = { poke: () => undefined };
  const notices = createNotices({ db, queue, worker, clock, publicUrl, supportEmail, brand, makeFreezeLink });
  return {
    db,
    clock,
    own: createOwnApps(db),
    accounts: createAccounts({ db, keyring }),
    journal: { audit: createAudit({ db, clock, keyring }), notices },
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

function operatorOf(given: string | undefined): string {
  const name = given ?? process.env['USER'] ?? userInfo().username;
  if (!/^[\w.-]{1,64}$/.test(name)) throw new AdminError('--operator is your name here: letters, digits, dots, dashes.');
  return name;
}

function reasonOf(given: string | undefined): string {
  const reason = given?.trim() ?? '';
  if (reason === '' || reason.length > 200) throw new AdminError('--reason says why, in up to 200 characters.');
  return reason;
}
