/**
 * Asks the registry for known vulnerabilities in all shipped packages, for server and browser: `npm run audit`. Exits
 * with 0 when none is high or critical, with 1 when one is, and with 2 and one line when the audit could not run. A
 * registry that reports nothing for a package with a known vulnerability counts as not audited. Arguments after `--` go
 * to npm, such as `--registry`.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

interface Advisory {
  readonly title: string;
  readonly url: string;
}

/** One package of `npm audit --json`. Strings in `via` name other packages whose advisories it inherits. */
interface Vulnerability {
  readonly name: string;
  readonly severity: string;
  readonly range: string;
  readonly via: readonly (string | Advisory)[];
}

/** Vulnerabilities by package name, or the reason why the audit could not run. */
type Finding = { readonly vulnerabilities: readonly Vulnerability[] } | { readonly unknown: string };

const limit: ReadonlySet<string> = new Set(['high', 'critical']);
const known = { name: 'lodash', version: '4.17.4' };

const finding = look();
if ('unknown' in finding) {
  console.log(`could not look: ${finding.unknown}`);
  process.exit(2);
}
const grave = finding.vulnerabilities.filter(({ severity }) => limit.has(severity));
for (const vulnerability of grave) console.log(lineOf(vulnerability));
const others = finding.vulnerabilities.length - grave.length;
console.log(`${grave.length} packages with high or critical vulnerabilities, ${others} with others (npm audit --omit=dev)`);
process.exit(grave.length > 0 ? 1 : 0);

function look(): Finding {
  const found = audit(join(import.meta.dirname, '..'));
  if ('unknown' in found) return found;
  const control = auditKnown();
  if ('unknown' in control) return control;
  return control.vulnerabilities.length > 0 ? found : { unknown: `the registry knows no vulnerability of ${known.name} ${known.version}` };
}

/** The same request for a package with a known vulnerability. */
function auditKnown(): Finding {
  const folder = mkdtempSync(join(tmpdir(), 'audit-'));
  try {
    const own = { name: 'control', version: '1.0.0', dependencies: { [known.name]: known.version } };
    const packages = { '': own, [`node_modules/${known.name}`]: { version: known.version } };
    writeFileSync(join(folder, 'package.json'), JSON.stringify(own));
    writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ ...own, lockfileVersion: 3, requires: true, packages }));
    return audit(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function audit(cwd: string): Finding {
  const { npm_execpath: cli = '', npm_node_execpath: node = '' } = process.env;
  const [command, first] = existsSync(cli) && existsSync(node) ? [node, [cli]] : ['npm', []];
  const options = ['--omit=dev', '--package-lock-only', '--json', '--fetch-retries=1', '--fetch-timeout=20000', ...process.argv.slice(2)];
  const { stdout, error } = spawnSync(command, [...first, 'audit', ...options], { cwd, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
  if (error) return { unknown: error.message };
  const answer: { vulnerabilities?: Readonly<Record<string, Vulnerability>>; message?: string; error?: { summary?: string } } =
    parse(stdout);
  if (answer.vulnerabilities !== undefined) return { vulnerabilities: Object.values(answer.vulnerabilities) };
  return { unknown: (answer.message ?? answer.error?.summary ?? 'npm gave no answer').replaceAll(/\s+/g, ' ') };
}

function parse(text: string): object {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}

function lineOf({ name, severity, range, via }: Vulnerability): string {
  const reasons = via.map((each) => (typeof each === 'string' ? `through ${each}` : `${each.title} ${each.url}`));
  return `${severity.padEnd(8)}  ${name} ${range}: ${reasons.join('; ')}`;
}
