/**
 * The account service of a desktop: `org.cedarid.Account1` on the session bus. `npm run example-desktop`.
 * Everybody who listens on the bus sees everything that crosses it: no secret does, and what does is of no use without a
 * verifier or a key that only its program has.
 */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import dbus, { type Message as BusMessage } from '@particle/dbus-next';
import { renderUnicodeCompact } from 'uqr';
import { Account, Refused, type EndReason } from './account.ts';
import { startAdapter } from './adapter.ts';
import { identify } from './callers.ts';
import { copiesIn, runtimeStore, stateFolder } from './files.ts';
import { createPrograms } from './programs.ts';
import { openSecretService } from './secret-service.ts';
import type { AnyValue } from './any-value.ts';

const { Message, Variant, NameFlag, RequestNameReply } = dbus;
const name = 'org.cedarid.Account1';
const path = '/org/cedarid/Account1';
const propertiesInterface = 'org.freedesktop.DBus.Properties';

const {
  ISSUER = 'http://localhost:3000',
  CLIENT_ID = 'cedar-desktop',
  CEDARID_PROMPTER = '',
  CEDARID_OPENER = '/usr/bin/xdg-open',
  CEDARID_ADAPTER = '',
  CEDARID_SETTINGS = '',
} = process.env;

const bus = dbus.sessionBus();
bus.on('error', stop);

/** Says why, and ends: systemd starts it again where that helps. */
function stop(error: unknown): never {
  console.error(error instanceof Error ? error.message : String(error));
  process.exit(1);
}

const store = await openSecretService(bus).catch((error: unknown) => {
  console.error(`No Secret Service (${error instanceof Error ? error.message : String(error)}): you sign in once for each log-in.`);
  return runtimeStore();
});

const open = (url: string): void => {
  spawn(CEDARID_OPENER, [url], { stdio: 'ignore', detached: true })
    .on('error', () => undefined)
    .unref();
};
const account = new Account({
  issuer: ISSUER,
  clientId: CLIENT_ID,
  store,
  copies: copiesIn(stateFolder),
  settings: CEDARID_SETTINGS !== '',
  open,
  show: ({ url, code, number }) => console.log(`${renderUnicodeCompact(url)}\n${code}\n\nOn your phone choose ${number}.`),
});
await account.resume().catch((error: unknown) => console.error(`The previous sign-in does not continue: ${String(error)}`));
const prompter = CEDARID_PROMPTER === '' ? [process.execPath, fileURLToPath(new URL('prompter.ts', import.meta.url))] : [CEDARID_PROMPTER];
const programs = await createPrograms({ account, prompter, open });

const actions = ['profile', 'security', 'password', 'passkeys', 'activity', 'apps', 'devices', 'settings', 'data', 'delete'];

function openPage(action: string): void {
  open(new URL(`/account?action=${action}`, account.issuer).href);
}

type Method = (body: readonly AnyValue[], message: BusMessage) => Promise<readonly [signature: string, body: readonly unknown[]]>;

const nothing = ['', []] as const;

/** Members with the signature of what they take. */
const methods: Readonly<Record<string, readonly [signature: string, Method]>> = {
  SignIn: [
    'a{sv}',
    async ([options]) => {
      const method = options.method?.value ?? 'browser';
      if (method !== 'browser' && method !== 'qr') throw new Refused('InvalidArgs', 'method is browser or qr.');
      if (account.state !== 'signed-out') throw new Refused('Busy', 'There is an account, or a sign-in is in progress.');
      account.signIn(method).catch((error: unknown) => console.error(`The sign-in did not work: ${messageOf(error)}`));
      return nothing;
    },
  ],
  SignOut: [
    '',
    async () => {
      await account.signOut();
      return nothing;
    },
  ],
  Authorize: [
    'ssassa{sv}',
    async ([clientId, redirectUri, scopes, codeChallenge, options], message) => {
      const { state, nonce, dpop_jkt: dpopJkt } = textsOf(options);
      const more = { ...(nonce === undefined ? {} : { nonce }), ...(dpopJkt === undefined ? {} : { dpopJkt }) };
      const { code, iss } = await programs.authorize(await callerOf(message), { clientId, redirectUri, scopes, codeChallenge, ...more });
      return ['sss', [code, iss, state ?? '']];
    },
  ],
  GetToken: [
    'sassa{sv}',
    async ([clientId, scopes, proof], message) => {
      const { token, expiresAt } = await programs.getToken(await callerOf(message), { clientId, scopes, proof });
      return ['sx', [token, BigInt(expiresAt)]];
    },
  ],
  ListPrograms: [
    '',
    async () => {
      const { code, data } = await online(() => account.call('GET', '/desktop/programs'));
      if (code !== 200) throw new Refused('NotOnline', 'The account center does not answer.');
      const rows = data.map(({ clientID, name: names, icon, scopes, devices }: AnyValue) => [
        clientID,
        names.en_US,
        icon,
        scopes,
        BigInt(Math.floor(Date.parse(devices[0]?.lastUsedAt ?? '1970-01-01') / 1000)),
      ]);
      return ['a(sssasx)', [rows]];
    },
  ],
  RemoveProgram: [
    's',
    async ([clientId]) => {
      await online(() => programs.remove(clientId));
      return nothing;
    },
  ],
  OpenPage: [
    's',
    async ([action]) => {
      if (!actions.includes(action)) throw new Refused('InvalidArgs', `action is one of ${actions.join(', ')}.`);
      openPage(action);
      return nothing;
    },
  ],
};

function properties(): Record<string, dbus.Variant> {
  const { profile } = account;
  const shown =
    profile === undefined
      ? {}
      : {
          Nickname: new Variant('s', profile.nickname),
          Account: new Variant('s', profile.account),
          Picture: new Variant('s', profile.picture),
          CheckedAt: new Variant('x', BigInt(Math.floor(profile.checkedAt / 1000))),
        };
  return { State: new Variant('s', account.state), Profile: new Variant('a{sv}', shown), Issuer: new Variant('s', account.issuer) };
}

const introspection = `<!DOCTYPE node PUBLIC "-//freedesktop//DTD D-BUS Object Introspection 1.0//EN" "http://www.freedesktop.org/standards/dbus/1.0/introspect.dtd">
<node>
  <interface name="${name}">
    <property name="State" type="s" access="read"/>
    <property name="Profile" type="a{sv}" access="read"/>
    <property name="Issuer" type="s" access="read"/>
    <method name="SignIn"><arg name="options" type="a{sv}" direction="in"/></method>
    <method name="SignOut"/>
    <method name="Authorize">
      <arg name="client" type="s" direction="in"/><arg name="redirect" type="s" direction="in"/><arg name="scopes" type="as" direction="in"/>
      <arg name="challenge" type="s" direction="in"/><arg name="options" type="a{sv}" direction="in"/>
      <arg name="code" type="s" direction="out"/><arg name="iss" type="s" direction="out"/><arg name="state" type="s" direction="out"/>
    </method>
    <method name="GetToken">
      <arg name="client" type="s" direction="in"/><arg name="scopes" type="as" direction="in"/><arg name="proof" type="s" direction="in"/>
      <arg name="options" type="a{sv}" direction="in"/><arg name="token" type="s" direction="out"/><arg name="expiresAt" type="x" direction="out"/>
    </method>
    <method name="ListPrograms"><arg name="programs" type="a(sssasx)" direction="out"/></method>
    <method name="RemoveProgram"><arg name="client" type="s" direction="in"/></method>
    <method name="OpenPage"><arg name="action" type="s" direction="in"/></method>
    <signal name="SignedOut"><arg name="reason" type="s"/></signal>
  </interface>
  <interface name="${propertiesInterface}">
    <method name="Get"><arg type="s" direction="in"/><arg type="s" direction="in"/><arg type="v" direction="out"/></method>
    <method name="GetAll"><arg type="s" direction="in"/><arg type="a{sv}" direction="out"/></method>
    <method name="Set"><arg type="s" direction="in"/><arg type="s" direction="in"/><arg type="v" direction="in"/></method>
    <signal name="PropertiesChanged"><arg type="s"/><arg type="a{sv}"/><arg type="as"/></signal>
  </interface>
  <interface name="org.freedesktop.DBus.Introspectable"><method name="Introspect"><arg type="s" direction="out"/></method></interface>
</node>`;

/** Calls of one sender in a second, and calls that wait at the same time: more are answered `Busy` and cost nothing. */
const [mostInSecond, mostWaiting, mostBytes] = [50, 64, 64 * 1024];
let second = 0;
let waiting = 0;
const calls = new Map<string, number>();

function isBusy(sender: string): boolean {
  const now = Math.floor(Date.now() / 1000);
  if (now !== second) calls.clear();
  second = now;
  const count = (calls.get(sender) ?? 0) + 1;
  calls.set(sender, count);
  return count > mostInSecond || waiting >= mostWaiting;
}

bus.addMethodHandler((message: BusMessage) => {
  if (message.path !== path) return false;
  if (message.interface === 'org.freedesktop.DBus.Introspectable' && message.member === 'Introspect') {
    bus.send(Message.newMethodReturn(message, 's', [introspection]));
    return true;
  }
  if (message.interface === propertiesInterface) {
    answerProperties(message);
    return true;
  }
  const found = message.interface === name || message.interface === '' ? methods[message.member] : undefined;
  if (found === undefined) return false;
  if (isBusy(message.sender)) {
    refuse(message, new Refused('Busy', 'Too many calls.'));
    return true;
  }
  const [signature, method] = found;
  if ((message.signature ?? '') !== signature || JSON.stringify(message.body, plainly).length > mostBytes) {
    refuse(message, new Refused('InvalidArgs', `${message.member} takes (${signature}).`));
    return true;
  }
  waiting += 1;
  method(message.body, message)
    .then(([out, body]) => bus.send(Message.newMethodReturn(message, out, [...body])))
    .catch((error: unknown) => refuse(message, error))
    .finally(() => (waiting -= 1));
  return true;
});

function answerProperties(message: BusMessage): void {
  const all = properties();
  const [, wanted] = message.body;
  if (message.member === 'GetAll') bus.send(Message.newMethodReturn(message, 'a{sv}', [message.body[0] === name ? all : {}]));
  else if (message.member === 'Get' && all[wanted] !== undefined) bus.send(Message.newMethodReturn(message, 'v', [all[wanted]]));
  else refuse(message, new Refused('InvalidArgs', 'There is no such property, or it cannot be set.'));
}

function refuse(message: BusMessage, error: unknown): void {
  const reason = error instanceof Refused ? error.reason : 'NotOnline';
  if (!(error instanceof Refused)) console.error(messageOf(error));
  const text = error instanceof Refused ? error.message : 'The account center does not answer.';
  // The library's types say text; it takes the message.
  bus.send(Message.newError(message as never, `org.cedarid.Error.${reason}`, text));
}

async function callerOf({ sender }: BusMessage) {
  const caller = await identify(bus, sender);
  if (caller === undefined) throw new Refused('NotAllowed', 'The bus does not say which program this is.');
  return caller;
}

async function online<T>(work: () => Promise<T>): Promise<T> {
  if (account.state === 'signed-out' || account.state === 'signing-in')
    throw new Refused('NotSignedIn', 'There is no account on this computer.');
  if (account.state === 'offline') throw new Refused('NotOnline', 'The account center does not answer.');
  return work();
}

function textsOf(options: Readonly<Record<string, dbus.Variant>>): Readonly<Record<string, string | undefined>> {
  return Object.fromEntries(Object.entries(options).map(([key, { value }]) => [key, typeof value === 'string' ? value : undefined]));
}

function plainly(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value;
}

/** Never with an answer of the server in it: that may hold a token. */
function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : 'unknown';
}

account.on('changed', () =>
  bus.send(Message.newSignal(path, propertiesInterface, 'PropertiesChanged', 'sa{sv}as', [name, properties(), []])),
);
account.on('ended', (reason) => {
  bus.send(Message.newSignal(path, name, 'SignedOut', 's', [reason]));
  if (reason !== 'here') notify(reason);
});

const reasons: Readonly<Record<Exclude<EndReason, 'here'>, readonly [en: string, zh: string]>> = {
  web: ['removed on the web', '已在网页上移除'],
  password: ['your password or another way to sign in changed', '密码或登录方式已更改'],
  frozen: ['your account is frozen', '账号已冻结'],
  deleted: ['your account is being deleted', '账号正在注销'],
  expired: ['the sign-in has expired', '登录已过期'],
};

/** One notification, if the desktop shows any. */
function notify(reason: Exclude<EndReason, 'here'>): void {
  const isZh = process.env['LANG']?.startsWith('zh') === true;
  const [en, zh] = reasons[reason];
  const text = isZh ? `雪松账号已退出：${zh}` : `Signed out of your Cedar ID: ${en}`;
  const message = new Message({
    destination: 'org.freedesktop.Notifications',
    path: '/org/freedesktop/Notifications',
    interface: 'org.freedesktop.Notifications',
    member: 'Notify',
    signature: 'susssasa{sv}i',
    body: ['Cedar ID', 0, '', text, '', [], {}, -1],
  });
  bus.call(message).catch(() => undefined);
}

if ((await bus.requestName(name, NameFlag.DO_NOT_QUEUE)) !== RequestNameReply.PRIMARY_OWNER)
  stop(`Another program has the name ${name} on this bus.`);
if (CEDARID_ADAPTER === 'deepin') await startAdapter({ bus, account, openPage, refuse }).catch(stop);
account.listen();
console.log(`${name} is there, for ${ISSUER}.`);
