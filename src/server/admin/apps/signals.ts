import { limits } from '#contract/limits.ts';
import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { webhookSecret } from '#server/core/apps/signals/webhook-secret.ts';
import { signalLifeMs } from '#server/core/apps/signals/fan-out.ts';
import { eventUris, webhookEvents } from '#server/core/apps/signals/signal-events.ts';
import { changeStatus } from '#server/core/apps/signals/set-status.ts';
import { replaySignals } from '#server/core/apps/signals/signals.guarded.ts';
import { createSignalRows, type SignalRows } from '#server/core/apps/signals/signals.repository.ts';
import { createOpenidClients } from '#server/core/apps/clients/clients.repository.ts';
import { newId } from '#server/platform/ids.ts';
import { AdminError, adminHelp, type AdminDeps } from '#server/admin/admin-command.ts';

type SignalsAdminDeps = Pick<AdminDeps, 'db' | 'clock'> & Parameters<typeof createSignalRows>[0];

/** `signals add|list|pause|resume|replay`: where apps are notified of security events. */
export async function run(args: readonly string[], deps: AdminDeps): Promise<number> {
  console.log(await runSignals(deps, args));
  return 0;
}

/**
 * Returns the text to print; the secret of a new webhook appears in it once.
 * @throws {AdminError}
 */
export async function runSignals(deps: SignalsAdminDeps, args: readonly string[]): Promise<string> {
  const { positionals, values } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { webhook: { type: 'string' }, from: { type: 'string' }, to: { type: 'string' }, reason: { type: 'string', default: '' } },
  });
  const [, verb, id = ''] = positionals;
  const rows = createSignalRows(deps);
  if (verb === 'list') return listStreams(rows);
  if (verb === 'add') return addWebhook(deps, rows, { clientId: id, address: values.webhook ?? '' });
  if (!['pause', 'resume', 'replay'].includes(verb ?? '')) throw new AdminError(adminHelp);
  const stream = await rows.stream(id);
  if (stream === undefined) throw new AdminError(`There is no stream '${id}'.`);
  const change = async (status: 'enabled' | 'paused', reason: string): Promise<void> =>
    deps.db.tx(async () => changeStatus({ db: deps.db, rows, at: deps.clock.now() }, stream, { status, reason }));
  switch (verb ?? '') {
    case 'pause':
      await change('paused', values.reason || 'paused by the operator');
      return `Paused ${id}. Its events are held for seven days.`;
    case 'resume':
      await change('enabled', '');
      return `Resumed ${id}.`;
    case 'replay': {
      const at = deps.clock.now();
      const [from, to] = [momentOf(values.from, 'from'), values.to === undefined ? at : momentOf(values.to, 'to')];
      const count = await replaySignals(deps.db, { streamId: id, from, to, at, expiresAt: at + signalLifeMs });
      return `${count} events of ${id} are sent again with their earlier ids.`;
    }
    default:
      throw new AdminError(adminHelp);
  }
}

async function listStreams(rows: SignalRows): Promise<string> {
  const lines = (await rows.streams()).map(async (stream) => {
    const { id, clientId, kind, address, status, verifiedAt, failingSince } = stream;
    const since = failingSince === null ? '' : `failing since ${new Date(failingSince).toISOString()}`;
    const verified = kind === 'poll' || verifiedAt !== null ? '' : 'not verified';
    return [id, clientId, kind, address || '-', status, `${await rows.countWaiting(id)} waiting`, verified, since].join('\t').trimEnd();
  });
  return lines.length === 0 ? 'No app receives security events.' : (await Promise.all(lines)).join('\n');
}

/** A webhook of an app of the operator: apps themselves make streams by the calls of SSF. */
async function addWebhook(
  { db, clock }: Pick<SignalsAdminDeps, 'db' | 'clock'>,
  rows: SignalRows,
  { clientId, address }: { readonly clientId: string; readonly address: string },
): Promise<string> {
  if ((await createOpenidClients({ db }).find(clientId)) === undefined) throw new AdminError(`There is no client '${clientId}'.`);
  const url = URL.parse(address);
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '')
    throw new AdminError(`webhook must be a complete address, not '${address}'.`);
  if ((await rows.streamsOf(clientId)).length >= limits.appStreams)
    throw new AdminError(`${clientId} has ${limits.appStreams} streams already.`);
  const secret = webhookSecret(randomBytes(32));
  const id = newId();
  const at = clock.now();
  const events = [...Object.keys(eventUris), ...webhookEvents];
  await db.tx(async () => {
    const state = { status: 'enabled', reason: '', verifiedAt: null, failingSince: null } as const;
    await rows.addStream({ id, clientId, kind: 'webhook', address: url.href, events, description: '', ...state, secret }, at);
    const content = { members: {} };
    await rows.insert({ id: newId(), streamId: id, accountId: null, event: 'verification', content, at, expiresAt: at + signalLifeMs });
  });
  return `Added ${id}. It gets events after it has acknowledged the first one. Its secret, shown once: ${secret}`;
}

function momentOf(text: string | undefined, name: string): number {
  const at = Date.parse(text ?? '');
  if (Number.isNaN(at)) throw new AdminError(`--${name} must be a date such as 2026-11-22T08:00:00Z.`);
  return at;
}
