import { parseArgs } from 'node:util';
import { findReachedTime, resetReachedTime } from '#server/platform/db/time/kept-time.ts';
import { AdminError, adminHelp, type AdminDeps } from '#server/admin/admin-command.ts';

/**
 * `clock show` and `clock reset --confirm`: the time of this machine, and the latest that a server on the database has
 * reached.
 * @throws {AdminError}
 */
export async function run(args: readonly string[], deps: AdminDeps): Promise<number> {
  console.log(await runClock(deps, args));
  return 0;
}

/** Returns the text to print. */
export async function runClock({ db, clock }: Pick<AdminDeps, 'db' | 'clock'>, args: readonly string[]): Promise<string> {
  const { positionals, values } = parseArgs({ args: [...args], allowPositionals: true, options: { confirm: { type: 'boolean' } } });
  const [, verb, ...rest] = positionals;
  if (rest.length > 0 || (verb !== 'show' && verb !== 'reset')) throw new AdminError(adminHelp);
  if (verb === 'reset') {
    if (values.confirm !== true) {
      throw new AdminError(
        'Everything that has expired since the time of this machine becomes valid again until then: stop all servers, then add --confirm.',
      );
    }
    await resetReachedTime(db, clock);
  }
  const reached = await findReachedTime(db);
  const [machine, database] = [clock.now(), reached].map((at) => (at === undefined ? 'none yet' : new Date(at).toISOString()));
  return `machine   ${machine}\ndatabase  ${database}`;
}
