/**
 * `npm run desktop -w lab`: the account service of `examples/desktop` on a bus of its own, called by programs that nobody
 * here wrote, while a monitor writes everything down. Then each string of the transcript is tried against the server, and
 * so is what a thief copies from the home directory.
 *   npm run desktop -w lab          30 minutes
 *   npm run desktop -w lab -- 2     2 minutes
 */
import { cpSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import dbus from '@particle/dbus-next';
import * as client from 'openid-client';
import { newDesktopClient } from '#server/testing/desktop.ts';
import { buildListeningApp } from '#server/testing/listening-app.ts';
import { consent, open, registerClient } from '#server/testing/openid.ts';
import { signUp } from '#server/testing/people.ts';
import { findProgram, startSession } from '#server/testing/session-bus.ts';

const minutes = Number(process.argv[2] ?? 30);
const uses = 1000;
const name = 'org.cedarid.Account1';
const path = '/org/cedarid/Account1';
const challenge = 'c'.repeat(43);

const wanted = ['dbus-daemon', 'dbus-monitor', 'gdbus', 'busctl', 'gnome-keyring-daemon'];
const python = '/usr/bin/python3';
const missing = wanted.filter((program) => findProgram(program) === undefined);
if (missing.length > 0) {
  console.error(
    `missing: ${missing.join(', ')} (apt-get install dbus dbus-bin libglib2.0-bin systemd gnome-keyring python3-dbus python3-secretstorage)`,
  );
  process.exit(1);
}
const [gdbus = '', busctl = ''] = [findProgram('gdbus'), findProgram('busctl')];

const app = await buildListeningApp();
const session = await startSession();
const service = join(import.meta.dirname, '../examples/desktop/service.ts');
let failed = 0;
try {
  await newDesktopClient(app, { id: 'cedar-desktop' });
  const { clientId } = await registerClient(app, {
    kind: 'native',
    redirectUris: ['http://127.0.0.1/code'],
    programs: [gdbus, busctl],
    firstParty: true,
  });
  const start = (more = {}) =>
    session.start(process.execPath, [service], { ISSUER: app.config.publicUrl, CEDARID_ADAPTER: 'deepin', ...more });
  await start();
  const person = await signUp(app);
  await session.answer('always');
  const bus = dbus.sessionBus({ busAddress: session.address });
  const toBus = { destination: 'org.freedesktop.DBus', path: '/org/freedesktop/DBus', interface: 'org.freedesktop.DBus' };
  await bus.call(new dbus.Message({ ...toBus, member: 'AddMatch', signature: 's', body: [`sender='${name}'`] }));
  const becomes = (state: string) =>
    new Promise<void>((resolve) => {
      const hear = ({ member, body }: dbus.Message): void => {
        if (member !== 'PropertiesChanged' || body[1].State?.value !== state) return;
        bus.off('message', hear);
        resolve();
      };
      bus.on('message', hear);
    });
  const gcall = (member: string, ...args: readonly string[]) =>
    session.run(gdbus, ['call', '--session', '--dest', name, '--object-path', path, '--method', `${name}.${member}`, ...args]);
  const bcall = (member: string, ...args: readonly string[]) =>
    session.run(busctl, [`--address=${session.address}`, 'call', name, path, name, member, ...args]);

  async function signIn(): Promise<void> {
    const [page, done] = [session.nextPage(), becomes('signed-in')];
    await gcall('SignIn', "{'method': <'browser'>}");
    const stop = await consent(app, person.browser, await open(app, person.browser, await page), ['openid', 'profile', 'desktop']);
    await fetch(stop.url);
    await done;
  }

  /** Every member, by programs of others: what it answers, or the name by which it refuses. */
  async function callAll(): Promise<readonly string[]> {
    const said = async (call: Promise<string>) =>
      call.then(
        () => 'answered',
        (error: Error) => /org\.cedarid\.Error\.\w+/.exec(error.message)?.[0] ?? error.message,
      );
    const script = `import dbus; o=dbus.SessionBus().get_object('${name}','${path}'); print(o.Get('${name}','Profile',dbus_interface='org.freedesktop.DBus.Properties'))`;
    const calls: Readonly<Record<string, () => Promise<string>>> = {
      'Authorize by gdbus': () => gcall('Authorize', clientId, 'http://127.0.0.1/code', "['openid','profile']", challenge, '{}'),
      'Authorize by busctl': () =>
        bcall('Authorize', 'ssassa{sv}', clientId, 'http://127.0.0.1/code', '2', 'openid', 'profile', challenge, '0'),
      'GetToken by busctl': () => bcall('GetToken', 'sassa{sv}', clientId, '1', 'openid', 'no proof', '0'),
      'ListPrograms by busctl': () => bcall('ListPrograms'),
      'RemoveProgram by gdbus': () => gcall('RemoveProgram', clientId),
      'OpenPage by gdbus': () => gcall('OpenPage', 'nowhere'),
      'SignIn by busctl': () => bcall('SignIn', 'a{sv}', '0'),
      'Profile by python3-dbus': () => session.run(python, ['-c', script]),
    };
    const rows: string[] = [];
    for (const [what, call] of Object.entries(calls)) rows.push(`${what}: ${await said(call())}`);
    return rows;
  }

  const until = Date.now() + minutes * 60_000;
  let rounds = 0;
  let rows: readonly string[] = [];
  await signIn();
  do {
    rows = await callAll();
    rounds += 1;
    if (rounds % 5 === 0) {
      const done = becomes('signed-out');
      await gcall('SignOut');
      await done;
      await signIn();
    }
    await pause(5000);
  } while (Date.now() < until);
  console.log(rows.join('\n'));
  failed += rows.filter((row) => !/answered$|org\.cedarid\.Error\.\w+$/.test(row)).length;

  // python3-secretstorage reads the item: it is where the thief of an unlocked keyring would find it.
  const reads = `import secretstorage; c=secretstorage.dbus_init(); print(next(secretstorage.search_items(c,{'xdg:schema':'${name}'})).get_secret().decode())`;
  const secret = JSON.parse(await session.run(python, ['-c', reads]));
  const transcript = session.transcript();
  const leaks = [secret.refreshToken, secret.key.d, secret.seal, person.contact, person.password].filter((text) =>
    transcript.includes(text),
  );
  const config = await client.discovery(new URL(app.config.publicUrl), 'cedar-desktop', {}, client.None(), {
    execute: [client.allowInsecureRequests],
  });
  const endpoint = config.serverMetadata().token_endpoint ?? '';
  const form = (fields: Record<string, string>) => fetch(endpoint, { method: 'POST', body: new URLSearchParams(fields) });
  const found = new Set(transcript.match(/[\w.~+/-]{20,512}/g) ?? []);
  let taken = 0;
  for (const text of found) {
    const answers = [
      await fetch(`${app.config.publicUrl}/oidc/me`, { headers: { authorization: `Bearer ${text}` } }),
      await form({ grant_type: 'refresh_token', refresh_token: text, client_id: 'cedar-desktop' }),
      await form({
        grant_type: 'authorization_code',
        code: text,
        client_id: clientId,
        redirect_uri: 'http://127.0.0.1/code',
        code_verifier: 'x'.repeat(43),
      }),
      await fetch(`${app.config.publicUrl}/api/account/metainfo`, { headers: { cookie: `sid=${text}` } }),
    ];
    taken += answers.filter(({ status }) => status < 400).length;
  }
  console.log(
    `${rounds} rounds in ${minutes} minutes; ${transcript.length} characters on the bus, ${found.size} strings tried: ${taken} taken; secrets seen: ${leaks.length}`,
  );

  // The refresh token without the key: with none, and with a key of the thief.
  let stolen = 0;
  const DPoP = client.getDPoPHandle(config, await client.randomDPoPKeyPair('ES256'));
  for (let used = 0; used < uses; used += 1) {
    const how = used % 2 === 0 ? undefined : { DPoP };
    stolen += await client.refreshTokenGrant(config, secret.refreshToken, undefined, how).then(
      () => 1,
      () => 0,
    );
  }
  // The home directory without the keyring: the copy shows nothing and signs in nobody.
  const elsewhere = mkdtempSync(join(tmpdir(), 'thief-'));
  cpSync(join(session.folder, 'state'), elsewhere, { recursive: true });
  const copied = readFileSync(join(elsewhere, 'cedarid/profile'), 'latin1');
  const isReadable = copied.includes(person.account.nickname);
  console.log(`a stolen refresh token: ${stolen} of ${uses} uses; the copied profile ${isReadable ? 'is readable' : 'is sealed'}`);
  failed += taken + leaks.length + stolen + Number(isReadable);
  bus.disconnect();
} finally {
  await session.close();
  await app.close();
}
console.log(failed === 0 ? 'Nothing failed.' : `${failed} failed.`);
process.exit(failed === 0 ? 0 : 1);
