/**
 * `npm run desktop -w lab`: the account service of `examples/desktop` on its own bus, called by programs that nobody
 * here wrote, while a monitor writes everything down. Now and then the sign-in ends, here or on the web. Then each string
 * of the transcript is tried against the server, and so is what a thief copies from the home directory.
 *   npm run desktop -w lab                      30 minutes
 *   npm run desktop -w lab -- 2 --seed 7        2 minutes, with the draws of another run
 */
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import dbus from '@particle/dbus-next';
import * as client from 'openid-client';
import { systemClock } from '#server/platform/clock.ts';
import {
  callEveryMember,
  hardwareOfThisMachine,
  proofForTokens,
  stringsOf,
  timesTaken,
  type Judged,
} from '#server/testing/apps/bus-judges.ts';
import { newDesktopClient } from '#server/testing/apps/desktop.ts';
import { installDesktop, residentMb } from '#server/testing/apps/installed-desktop.ts';
import { buildListeningApp } from '#server/testing/apps/listening-app.ts';
import { consent, open, registerClient } from '#server/testing/apps/openid.ts';
import { signUp } from '#server/testing/people/people.ts';
import { findProgram, startSession } from '#server/testing/apps/session-bus.ts';
import { drawFrom } from './torture/round.ts';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { seed: { type: 'string', default: String(Date.now() % 1e6) } },
});
const minutes = Number(positionals[0] ?? 30);
const draw = drawFrom(Number(values.seed));
const uses = 1000;
const name = 'org.cedarid.Account1';
const path = '/org/cedarid/Account1';
const redirectUri = 'http://127.0.0.1/code';
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

// At the time of the machine: proofs are good for a minute.
const app = await buildListeningApp({ time: { clock: systemClock } });
const session = await startSession();
const installed = installDesktop(session.folder);
let failed = 0;
const fails = (count: number, what: string): void => {
  if (count > 0) console.log(`FAILED   ${count}: ${what}`);
  failed += count;
};
try {
  await newDesktopClient(app, { id: 'cedar-desktop' });
  const { clientId } = await registerClient(app, {
    kind: 'native',
    redirectUris: [redirectUri],
    programs: [gdbus, busctl],
    firstParty: true,
  });
  const { pid } = await session.start(process.execPath, installed, { ISSUER: app.config.publicUrl, CEDARID_ADAPTER: 'deepin' });
  const person = await signUp(app);
  let { password } = person;
  await session.answer('always');
  const bus = dbus.sessionBus({ busAddress: session.address });
  const toBus = { destination: 'org.freedesktop.DBus', path: '/org/freedesktop/DBus', interface: 'org.freedesktop.DBus' };
  await bus.call(new dbus.Message({ ...toBus, member: 'AddMatch', signature: 's', body: [`sender='${name}'`] }));
  // oxlint-disable-next-line typescript/no-explicit-any -- bodies of any signal
  const hears = (member: string, read: (body: readonly any[]) => string | undefined) =>
    new Promise<string>((resolve) => {
      const hear = (message: dbus.Message): void => {
        const found = message.member === member ? read(message.body) : undefined;
        if (found === undefined) return;
        bus.off('message', hear);
        resolve(found);
      };
      bus.on('message', hear);
    });
  const ended = () => hears('SignedOut', ([reason]) => reason);
  const signedIn = () => hears('PropertiesChanged', ([, changed]) => (changed.State?.value === 'signed-in' ? 'signed-in' : undefined));
  const gcall = (member: string, ...args: readonly string[]) =>
    session.run(gdbus, ['call', '--session', '--dest', name, '--object-path', path, '--method', `${name}.${member}`, ...args]);
  const bcall = (member: string, ...args: readonly string[]) =>
    session.run(busctl, [`--address=${session.address}`, 'call', name, path, name, member, ...args]);

  async function signIn(): Promise<void> {
    const [page, done] = [session.nextPage(), signedIn()];
    await gcall('SignIn', "{'method': <'browser'>}");
    const stop = await consent(app, person.browser, await open(app, person.browser, await page), ['openid', 'profile', 'desktop']);
    await fetch(stop.url);
    await done;
  }

  const others = `
import dbus
bus = dbus.SessionBus()
o = bus.get_object('${name}', '${path}')
assert 'Nickname' in o.Get('${name}', 'Profile', dbus_interface='org.freedesktop.DBus.Properties')
try:
    o.SignIn({}, dbus_interface='${name}')
except dbus.DBusException as refused:
    print(refused.get_dbus_name())
`;
  async function callAll(): Promise<readonly Judged[]> {
    const proof = await proofForTokens(app);
    const judged = [...(await callEveryMember(session, gdbus, { clientId, redirectUri, challenge, proof }))];
    const judge = async (what: string, call: Promise<string>, isRight: (text: string) => boolean) => {
      const said = await call.catch((error: Error) => error.message);
      judged.push({ what, said: isRight(said) ? 'as it should' : said, isRight: isRight(said) });
    };
    const asked = ['ssassa{sv}', clientId, redirectUri, '2', 'openid', 'profile', challenge, '0'];
    await judge('Authorize by busctl', bcall('Authorize', ...asked), (text) => text.startsWith('sss '));
    await judge('ListPrograms by busctl', bcall('ListPrograms'), (text) => text.startsWith('a(sssasx) '));
    await judge(
      'Profile and SignIn by python3-dbus',
      session.run(python, ['-c', others]),
      (text) => text.trim() === 'org.cedarid.Error.Busy',
    );
    return judged;
  }

  /** Ends the sign-in: at this computer, or on the web. */
  const ends: Readonly<Record<string, () => Promise<unknown>>> = {
    here: () => gcall('SignOut'),
    web: async () => {
      const { data } = await person.browser.get<readonly { readonly id: string; readonly kind: string }[]>('/device/list');
      await person.browser.post('/account/auth', { method: 'password', password, action: 'endOthers' });
      await person.browser.delete('/device/unBind', { id: data.find(({ kind }) => kind === 'device')?.id });
    },
    password: async () => {
      const newPassword = `Cedar-${Math.floor(draw() * 1e9)}-root`;
      await person.browser.post('/password/update', { oldPassword: password, newPassword });
      password = newPassword;
    },
  };

  const until = Date.now() + minutes * 60_000;
  const heard: number[] = [];
  const reasons = new Map<string, number>();
  const answers = new Map<string, number>();
  let rounds = 0;
  await signIn();
  do {
    for (const { what, said, isRight } of await callAll()) {
      const line = `${isRight ? '       ' : 'WRONG  '}  ${what}: ${said}`;
      answers.set(line, (answers.get(line) ?? 0) + 1);
      failed += Number(!isRight);
    }
    rounds += 1;
    const way = Object.keys(ends)[Math.floor(draw() * 3)] ?? 'here';
    const over = ended();
    await ends[way]?.();
    const acknowledged = performance.now();
    const reason = await Promise.race([over, pause(60_000, 'never', { ref: false })]);
    if (way !== 'here') heard.push(performance.now() - acknowledged);
    reasons.set(`${way} → ${reason}`, (reasons.get(`${way} → ${reason}`) ?? 0) + 1);
    if (reason === 'never') throw new Error(`The desktop never learned of its end: ${way}`);
    await signIn();
    await pause(3000);
  } while (Date.now() < until);
  console.log(Array.from(answers, ([line, count]) => `${line} (${count})`).join('\n'));
  const sorted = heard.toSorted((one, other) => one - other);
  console.log(
    `${rounds} rounds in ${minutes} minutes, seed ${values.seed}; ends: ${Array.from(reasons, ([way, count]) => `${way} ${count}`).join(', ')}; ` +
      `learned of ends on the web within ${Math.round(sorted.at(-1) ?? 0)} ms`,
  );
  console.log(`the service has ${Math.round(residentMb(pid))} MB resident`);
  const misnamed = [...reasons].filter(([way]) => way.startsWith('here') && way !== 'here → here');
  fails(
    misnamed.reduce((sum, [, times]) => sum + times, 0),
    'ends at this computer that were called ends on the web',
  );
  fails(sorted.filter((ms) => ms > 10_000).length, 'ends that were learned later than after ten seconds');

  // python3-secretstorage reads the item: it is where the thief of an unlocked keyring would find it.
  const reads = `import secretstorage; c=secretstorage.dbus_init(); print(next(secretstorage.search_items(c,{'xdg:schema':'${name}'})).get_secret().decode())`;
  const secret = JSON.parse(await session.run(python, ['-c', reads]));
  const transcript = session.transcript();
  const hardware = hardwareOfThisMachine();
  const cookie = person.browser.cookies.get('sid') ?? '';
  const secrets = [secret.refreshToken, secret.key.d, secret.seal, person.contact, person.password, password, cookie, ...hardware];
  const leaks = secrets.filter((text) => transcript.includes(text));
  fails(leaks.length, 'secrets or serial numbers on the bus');
  const program = { clientId, redirectUri };
  const found = stringsOf(transcript);
  let taken = 0;
  for (const text of found) taken += await timesTaken(app, text, program);
  fails(taken, 'strings of the bus that the server took');
  // A judge that takes nothing at all would show nothing.
  const control = await timesTaken(app, cookie, program);
  fails(Number(control !== 1), 'control: the session of the browser must be taken');
  console.log(
    `${transcript.length} characters on the bus, ${found.length} strings tried in five ways: ${taken} taken (the session of the browser: ${control}); ` +
      `${secrets.length} secrets and serial numbers (${hardware.length} of the machine) looked for: ${leaks.length} seen`,
  );

  // The refresh token without the key: with none, and with a key of the thief.
  const config = await client.discovery(new URL(app.config.publicUrl), 'cedar-desktop', {}, client.None(), {
    execute: [client.allowInsecureRequests],
  });
  const DPoP = client.getDPoPHandle(config, await client.randomDPoPKeyPair('ES256'));
  let stolen = 0;
  for (let used = 0; used < uses; used += 1) {
    const how = used % 2 === 0 ? undefined : { DPoP };
    stolen += await client.refreshTokenGrant(config, secret.refreshToken, undefined, how).then(
      () => 1,
      () => 0,
    );
  }
  fails(stolen, 'uses of a copied refresh token');
  // The home directory without the keyring: the copy shows nothing and signs in nobody.
  const elsewhere = mkdtempSync(join(tmpdir(), 'thief-'));
  cpSync(join(session.folder, 'state'), elsewhere, { recursive: true });
  const copied = readFileSync(join(elsewhere, 'cedarid/profile'), 'latin1');
  rmSync(elsewhere, { recursive: true });
  const isReadable = copied.includes(person.account.nickname);
  fails(Number(isReadable), 'a copied profile that is readable');
  console.log(`a copied refresh token: ${stolen} of ${uses} uses; the copied profile ${isReadable ? 'is readable' : 'is sealed'}`);
  bus.disconnect();
} finally {
  await session.close();
  await app.close();
}
console.log(failed === 0 ? 'Nothing failed.' : `${failed} failed.`);
process.exit(failed === 0 ? 0 : 1);
