// @one-database
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { settingGroups } from '#server/platform/settings/all-settings.ts';
import { ownContacts } from '#server/testing/server/own-contacts.ts';
import { adminHelp } from '#server/admin/admin-command.ts';
import { releaseText } from '#server/platform/observation/release.ts';

const folder = mkdtempSync(join(tmpdir(), 'cedar-id-config-check-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const complete = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://id.cedar.test',
  SECRET_KEY: 'L0Gx3dXcPz8b5uHk1qWm9vT2yRsA7eJfZoNi4CwBgKU=',
  DATABASE_URL: 'postgres://cedar:s3cret@db.cedar.test/cedar',
  MAIL_ADAPTER: 'smtp',
  SMTP_URL: 'smtp://id:hunter2@mail.cedar.test',
  SMTP_FROM: 'id@cedar.test',
  SMS_ADAPTER: 'off',
  ...ownContacts,
};

async function admin(env: Readonly<Record<string, string>>, ...args: readonly string[]) {
  const main = join(import.meta.dirname, '../main.ts');
  const run = promisify(execFile)(process.execPath, [main, ...args], { env: { PATH: process.env['PATH'], ...env } });
  return run.then(
    ({ stdout }) => ({ code: 0, text: stdout }),
    ({ code, stderr }: { readonly code: number; readonly stderr: string }) => ({ code, text: stderr }),
  );
}

test('shows the settings in force without a secret', async () => {
  const { code, text } = await admin(complete, 'config', 'check');
  expect(code).toBe(0);
  for (const line of [
    'PUBLIC_URL=https://id.cedar.test',
    'SECRET_KEY=…',
    'DATABASE_URL=postgres://cedar:…@db.cedar.test/cedar',
    'SMTP_URL=smtp://id:…@mail.cedar.test',
    'PORT=3000 (default)',
  ])
    expect(text.split('\n')).toContain(line);
  expect(text).not.toMatch(/s3cret|hunter2|L0Gx3d/);
});

test('hides each setting that holds a secret', async () => {
  const names = Object.values(settingGroups).flatMap((group) => Object.keys(group));
  const secrets = names.filter((name) => /SECRET|KEY|TOKEN|_URL$/.test(name) && !/_(?:FILE|ID)$/.test(name));
  const values = Object.fromEntries(secrets.filter((name) => !name.endsWith('_URL')).map((name) => [name, 'k'.repeat(40)]));
  const { run } = await import('./config.ts');
  const shown: string[] = [];
  const log = console.log;
  console.log = (text: string) => void shown.push(text);
  try {
    await run(['config', 'check'], { ...complete, ...values, SECRET_KEY: complete.SECRET_KEY, SECRET_KEYS_ACCEPTED: complete.SECRET_KEY });
  } finally {
    console.log = log;
  }
  expect(shown.join('\n')).not.toContain('kkkk');
});

test('lists every fault of a file at once, unknown names too', async () => {
  const file = join(folder, 'cedar-id.env');
  writeFileSync(
    file,
    "# a comment\nNODE_ENV=production\nSMTP_USR=id\nSMS_ADAPTER='pigeon'\nSUPPORT_EMAIL=support@example.com\nNODE_OPTIONS=--max-old-space-size=512\n",
  );
  const { code, text } = await admin({}, 'config', 'check', file);
  expect(code).toBe(1);
  for (const name of [
    'SMTP_USR is no setting.',
    'PUBLIC_URL must',
    'SECRET_KEY must',
    'MAIL_ADAPTER must',
    'SMS_ADAPTER must',
    'SUPPORT_EMAIL must',
  ])
    expect(text).toContain(name);
  expect(text).not.toContain('NODE_OPTIONS');
});

test('finds a name of the environment that begins like a setting, and no other one', async () => {
  const { text } = await admin({ ...complete, SMTP_USR: 'id', EDITOR: 'vi' }, 'config', 'check');
  expect(text).toBe('SMTP_USR is no setting.\n');
});

test('the page of commands is what the help says', async () => {
  const page = `# Commands

\`cedar-id-admin\` (in a clone \`npm run admin --\`) takes these; \`<word> --help\` prints the lines of one.
\`vitest run src/server/admin/setup/config.test.ts -u\` makes this page of the help.

\`\`\`text
${adminHelp.slice(adminHelp.indexOf('\n')).trim().replaceAll(/^ {2}/gm, '')}
\`\`\`
`;
  await expect(page).toMatchFileSnapshot(join(import.meta.dirname, '../../../../docs/commands.md'));
});

test('commands tell the version, and the help of their word', async () => {
  expect((await admin({}, '--version')).text).toBe(`${releaseText}\n`);
  const { text } = await admin({}, 'config', 'chek');
  expect(text).toContain('config check');
  expect(text).not.toContain('users find');
});
