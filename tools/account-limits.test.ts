import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');

/** Each says itself whose the limit is. */
const ownKeys: Readonly<Record<string, string>> = {
  'src/server/core/sign-in/password/sign-in-attempts.ts':
    'passwords at the sign-in count known browsers apart, in one query with the account',
  'src/server/platform/http/admission.ts': 'calls are counted for the account first, and in a known browser again',
};

const counts = /limiter\.(?:take|look|takeRead)\(|(?:admitTry|recordFailure|readFailures)\(/;
const byAccount = /(?:key|place|take)\b.*`[^`]*\$\{[^}]*(?:accountId|account\.id|ownerId)\b/;

it('no limit is counted by the account but by a row that says whose it is', () => {
  const files = globSync('src/server/**/*.ts', { cwd: root }).filter((file) => !/\.test\.ts$|\/testing\//.test(file) && !(file in ownKeys));
  const found = files.flatMap((file) => {
    const source = readFileSync(join(root, file), 'utf8');
    const lines = counts.test(source) ? source.split('\n').filter((line) => byAccount.test(line) && !line.includes('claimOnce(')) : [];
    return lines.map((line) => `${file}: ${line.trim()}`);
  });
  expect(found).toEqual([]);
});
