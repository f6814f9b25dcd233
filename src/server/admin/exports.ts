import type { Store } from '#server/core/store.ts';
import { parseArgs } from 'node:util';
import { exportStates } from '#contract/rights/exports/exports.words.ts';
import { createAudit } from '#server/core/protection/audit/audit.ts';
import { revokeExport } from '#server/core/rights/exports/exports.guarded.ts';
import { listNewestExports } from '#server/core/rights/exports/exports.repository.ts';
import { AdminError, adminHelp } from './admin-command.ts';

const options = { state: { type: 'string' }, reason: { type: 'string' } } as const;

/**
 * `exports list|remove`: the copies of people's data, which no command opens.
 * @throws {AdminError}
 */
export async function run(args: readonly string[], deps: Store): Promise<number> {
  const { positionals, values } = parseArgs({ args: [...args], options, allowPositionals: true });
  const [, verb, id = ''] = positionals;
  if (verb === 'list') console.log(await list(deps, values.state));
  else if (verb === 'remove' && id !== '' && values.reason) console.log(await remove(deps, id, values.reason));
  else throw new AdminError(adminHelp);
  return 0;
}

/** The newest thousand. */
async function list({ db }: Store, named: string | undefined): Promise<string> {
  const state = exportStates.find((one) => one === named);
  if (named !== undefined && state === undefined) throw new AdminError(`--state must be one of ${exportStates.join(', ')}.`);
  const rows = await listNewestExports(db, state);
  if (rows.length === 0) return 'There are no copies.';
  return rows
    .map(({ id, state: is, requested_at, bytes, downloads }) =>
      [id, is, new Date(requested_at).toISOString(), `${bytes} bytes`, `downloaded ${downloads}`].join('\t'),
    )
    .join('\n');
}

/** The key goes at once, so that nothing opens the file, which servers put away as one that no row names. */
async function remove(deps: Store, id: string, reason: string): Promise<string> {
  const { db } = deps;
  await db.tx(async () => {
    const removed = await revokeExport(db, id);
    if (removed === undefined) throw new AdminError('There is no such copy, or it has ended.');
    const detail = { export: id, by: 'operator', reason };
    await createAudit(deps).record({
      event: 'export.canceled',
      accountId: removed.account_id,
      origin: { clientIp: '', requestId: '' },
      detail,
    });
  });
  return `Removed ${id}. Nothing opens its file any more.`;
}
