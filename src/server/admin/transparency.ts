import { parseArgs } from 'node:util';
import { readTransparency, type RegionReport, type ReportedNumber } from '#server/capabilities/administration/transparency-report.ts';
import { day } from '#server/platform/clock.ts';
import { AdminError, adminHelp, type AdminDeps } from './admin-command.ts';

/**
 * `transparency --from <date> --to <date> [--json]`: what people asked for about their data and what came of it, as counts of
 * each region. Both days belong to the report.
 * @throws {AdminError}
 */
export async function run(args: readonly string[], deps: AdminDeps): Promise<number> {
  console.log(await runTransparency(deps, args));
  return 0;
}

/** Returns the text to print. */
export async function runTransparency({ db }: Pick<AdminDeps, 'db'>, args: readonly string[]): Promise<string> {
  const text = { type: 'string' } as const;
  const { positionals, values } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { from: text, to: text, json: { type: 'boolean', default: false } },
  });
  if (positionals.length !== 1) throw new AdminError(adminHelp);
  const [from, to] = [dayOf(values.from, '--from'), dayOf(values.to, '--to')];
  if (to < from) throw new AdminError('--to is not before --from.');
  const report = await readTransparency(db, { from, to: to + day });
  if (values.json) return JSON.stringify({ from: values.from, to: values.to, regions: report }, null, 2);
  const parts = Object.entries(report).map(([region, numbers]) => [`region ${region}`, ...linesOf(numbers)].join('\n'));
  return [`${values.from} to ${values.to}, days of UTC`, ...parts].join('\n\n');
}

type Reported = ReportedNumber | null | Readonly<Record<string, ReportedNumber>>;

function linesOf(numbers: RegionReport): readonly string[] {
  return Object.entries(numbers).flatMap(([topic, values]) =>
    Object.entries<Reported>(values).flatMap(([name, value]) => {
      if (value === null) return [`${topic} ${name}\t-`];
      if (typeof value !== 'object') return [`${topic} ${name}\t${value}`];
      return Object.entries(value).map(([kind, count]) => `${topic} ${name} ${kind.replace('.', ' ')}\t${count}`);
    }),
  );
}

function dayOf(given: string | undefined, option: string): number {
  const at = /^\d{4}-\d{2}-\d{2}$/.test(given ?? '') ? Date.parse(given ?? '') : Number.NaN;
  // 30 February is 2 March to the parser.
  if (Number.isNaN(at) || new Date(at).toISOString().slice(0, 10) !== given)
    throw new AdminError(`${option} is a date, such as 2026-01-31.`);
  return at;
}
