/**
 * `npm run engines`: walks the first journeys in the browser engines that Debian brings, in every language, light and
 * dark, with a real pointer and real keys, on its own display. `npm run engines -- qt5 firefox` walks only in
 * these; `--desk` walks only the desk; `--reader` lets a screen reader read the first pages and the desk instead; `--pictures FOLDER` keeps a
 * picture of every step, or what was spoken. The exit code is 1 if something is broken. A missing engine is one line with
 * its package, and no failure unless it was named.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { languages, type Language } from '#contract/vocabulary/languages.ts';
import { connectHttp, type HttpClient, type Registered } from '#server/testing/server/http-client.ts';
import { openDatabase } from '#server/migrations/open-database.ts';
import { day, systemClock } from '#server/platform/clock.ts';
import { loadConfig } from '#server/platform/settings/config.ts';
import { createKeyring } from '#server/platform/crypto/keyring.ts';
import { newId } from '#server/platform/ids.ts';
import { entryOf, makeMember } from '#server/testing/people/desk.ts';
import { startServerProcess, type ServerProcess } from '#server/testing/server/server-process.ts';
import { walkDesk } from './engines/desk-walk.ts';
import type { EngineKind, Theme } from './engines/engine.ts';
import { engineKinds } from './engines/kinds.ts';
import { isProgram } from './engines/program.ts';
import { missingForReader, startReader } from './engines/reader.ts';
import { walkAsReader } from './engines/reader-walk.ts';
import { walk } from './engines/walk.ts';

const themes: readonly Theme[] = ['light', 'dark'];

/** Of the app that development seeds; RFC 7636 appendix B. */
const appQuery = new URLSearchParams({
  client_id: 'cedar-demo',
  redirect_uri: 'http://127.0.0.1:8765/callback',
  response_type: 'code',
  scope: 'openid profile',
  code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
  code_challenge_method: 'S256',
  state: 'state',
});

const secret = 'K3x0mQ9vT7bYd2RfUw5ZcLh8Nj1PsGa4oEiVuXtM6qA=';

/** How many phones have been used: each registers once. */
let phones = 0;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { pictures: { type: 'string' }, desk: { type: 'boolean' }, reader: { type: 'boolean' } },
});
const unknown = positionals.filter((name) => !engineKinds.some((kind) => kind.name === name));
if (unknown.length > 0) throw new Error(`no engine ${unknown.join(', ')}; there are ${engineKinds.map(({ name }) => name).join(', ')}`);
const chosen = engineKinds.filter(
  ({ name, isOlder }) => (positionals.length === 0 || positionals.includes(name)) && (values.desk !== true || isOlder !== true),
);
// The engines and the server end with this process.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
process.exitCode = (await (values.reader === true ? readDesk() : walkAll(chosen))) ? 0 : 1;

async function walkAll(kinds: readonly EngineKind[]): Promise<boolean> {
  if (!isProgram('xvfb-run')) {
    console.log('missing  xvfb-run: apt-get install xvfb xauth');
    return false;
  }
  const pictures = values.pictures ?? mkdtempSync(join(tmpdir(), 'cedar-id-engines-'));
  mkdirSync(pictures, { recursive: true });
  const hosts = '[{"id":"cedar-desktop","bridge":"qwebchannel"}]';
  const server = await startServerProcess({
    env: { RATE_FACTOR: '1000', NODE_ENV: 'development', EMBED_HOSTS: hosts, SECRET_KEY: secret },
  });
  try {
    const client = connectHttp(server.origin);
    const person = await client.register();
    await makeOlder(server, person);
    let isWhole = true;
    for (const kind of kinds) {
      if (kind.isHere()) {
        for (const theme of themes) isWhole = (await walkIn(kind, theme, { server, client, person, pictures })) && isWhole;
      } else {
        console.log(`missing  ${kind.name} (${kind.stands}): apt-get install ${kind.packages.join(' ')}`);
        isWhole &&= positionals.length === 0;
      }
    }
    return isWhole;
  } finally {
    // Without its server nothing works, and no engine is to blame.
    const isThere = await fetch(server.origin).then(
      () => true,
      () => false,
    );
    if (!isThere) console.log(`the server is gone:\n${server.output().slice(-2000)}`);
    await server.stop();
    if (values.pictures === undefined) rmSync(pictures, { recursive: true });
  }
}

/** The desk by ear, in every language. What was spoken is kept beside the pictures. */
async function readDesk(): Promise<boolean> {
  const missing = missingForReader();
  if (missing.length > 0) {
    console.log(`missing  a screen reader: apt-get install ${missing.join(' ')}`);
    return false;
  }
  const server = await startServerProcess({ env: { RATE_FACTOR: '1000', NODE_ENV: 'development', SECRET_KEY: secret } });
  try {
    const { origin } = server;
    let isWhole = true;
    for (const language of languages) {
      const startedAt = performance.now();
      const { entry, found } = await hire(server, language);
      const reader = await startReader(`${origin}/old-browser`);
      try {
        const { problems, lines } = await walkAsReader({
          reader,
          origin,
          language,
          entry,
          found,
          age: async () => makeOlder(server, found),
        });
        console.log(
          `${problems.length === 0 ? 'ok     ' : 'BROKEN '}  reader    ${language}  (Orca and Firefox)  ${secondsSince(startedAt)}`,
        );
        for (const problem of problems) console.log(`           ${problem}`);
        if (values.pictures !== undefined) {
          mkdirSync(values.pictures, { recursive: true });
          writeFileSync(join(values.pictures, `reader-${language.slice(0, 2)}.txt`), lines.join('\n'));
        }
        isWhole &&= problems.length === 0;
      } finally {
        await reader.engine.stop();
      }
    }
    return isWhole;
  } finally {
    await server.stop();
  }
}

function secondsSince(startedAt: number): string {
  return `${Math.round((performance.now() - startedAt) / 1000)} s`;
}

interface Site {
  readonly server: ServerProcess;
  readonly client: HttpClient;
  readonly person: Registered;
  readonly pictures: string;
}

async function walkIn(kind: EngineKind, theme: Theme, { server, client, person, pictures }: Site): Promise<boolean> {
  const engine = await kind.start(theme);
  const { origin } = server;
  try {
    let isWhole = true;
    for (const language of languages) {
      const startedAt = performance.now();
      phones += 1;
      const phone = `139${String(Date.now()).slice(-6)}${String(phones).padStart(2, '0')}`;
      const appRequest = `/oidc/auth?${appQuery.toString()}`;
      const options = { engine, name: kind.name, origin, theme, language, person, client, phone, appRequest, pictures };
      const ofPeople = values.desk === true ? [] : await walk(options);
      const ofDesk = kind.isOlder === true ? [] : await walkDesk({ ...options, ...(await hire(server, language)) });
      const problems = [...ofPeople, ...ofDesk];
      console.log(
        `${problems.length === 0 ? 'ok     ' : 'BROKEN '}  ${kind.name.padEnd(9)} ${theme.padEnd(6)} ${language}  (${kind.stands})  ${secondsSince(startedAt)}`,
      );
      for (const problem of problems) console.log(`           ${problem}`);
      isWhole &&= problems.length === 0;
    }
    return isWhole;
  } finally {
    await engine.stop();
  }
}

/** As if the account were two days old: on its first day no sign-in is strange. */
async function makeOlder({ dataDir }: ServerProcess, { phone }: Registered): Promise<void> {
  const db = await openDatabase({ databaseUrl: undefined, dataDir });
  try {
    const of = db.q().selectFrom('identifiers').select('account_id').where('kind', '=', 'phone').where('value', '=', phone);
    const created_at = Date.now() - 2 * day;
    await db.q().updateTable('accounts').set({ created_at }).where('id', '=', of).execute();
  } finally {
    await db.close();
  }
}

/** A new agent of the desk who has just signed in, and somebody whom they find. */
async function hire({ dataDir, origin }: ServerProcess, language: Language) {
  const client = connectHttp(origin);
  client.cookies.set('lang', language);
  const [agent, found] = [await connectHttp(origin).register(), await client.register()];
  const db = await openDatabase({ databaseUrl: undefined, dataDir });
  try {
    const of = db.q().selectFrom('identifiers').select('account_id').where('kind', '=', 'phone').where('value', '=', agent.phone);
    const { account_id: accountId } = await of.executeTakeFirstOrThrow();
    await makeMember({ db, clock: systemClock }, { accountId, role: 'agent', name: `K${newId().slice(0, 5).replaceAll(/[_-]/g, 'x')}` });
    const keyring = createKeyring(loadConfig({ NODE_ENV: 'test', SECRET_KEY: secret }).secretKey);
    const desk = { config: { desk: { url: origin } }, clock: systemClock, wiring: { keyring } };
    return { found, entry: () => entryOf(desk, { accountId }).join('=') };
  } finally {
    await db.close();
  }
}
