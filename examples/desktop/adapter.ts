/**
 * The adapter for the open control-center page of deepin (`dcc-deepinid-plugin`): the names that the page calls, with the
 * members and types that its source expects. Off unless installed (`CEDARID_ADAPTER=deepin`). No password, code or session
 * crosses the bus: members that would take one open our page and answer with a sentence.
 */
import { generateKeyPairSync } from 'node:crypto';
import dbus, { type Message as BusMessage } from '@particle/dbus-next';
import { Refused, type Account } from './account.ts';
import type { AnyValue } from './any-value.ts';

const { Message, Variant, NameFlag, RequestNameReply } = dbus;

/** The page calls its account by the name of either daemon. */
const names = ['com.deepin.deepinid', 'com.deepin.sync.Daemon'];

type Answer = readonly [signature: string, body: readonly unknown[]];
type Member = (body: readonly AnyValue[]) => Promise<Answer>;
type Properties = Record<string, dbus.Variant>;

/** Where the page learns about switches: path, interface. */
const switchers = [
  ['/com/deepin/sync/Daemon', 'com.deepin.sync.Daemon'],
  ['/com/deepin/utcloud/Daemon', 'com.deepin.utcloud.Daemon'],
] as const;

interface AdapterOptions {
  readonly bus: dbus.MessageBus;
  readonly account: Account;
  readonly openPage: (action: string) => void;
  readonly refuse: (message: BusMessage, error: unknown) => void;
}

const nothing: Answer = ['', []];
const text = (value: unknown): Answer => ['s', [typeof value === 'string' ? value : JSON.stringify(value)]];

/** Devices as the page knows them: 1 a computer, 2 a tablet, 3 a notebook, 4 a phone. */
const deviceTypes: Readonly<Record<string, number>> = { pc: 1, tablet: 2, notebook: 3, phone: 4 };

/** What the members are made of. */
function partsOf({ account, openPage }: Pick<AdapterOptions, 'account' | 'openPage'>) {
  /** Opens our page, which asks for the proof: the member itself never takes one. */
  const opens =
    (action: string): Member =>
    async () => {
      openPage(action);
      throw new Refused('NotSupported', 'This is done on the page that has just opened.');
    };
  const unsupported =
    (why: string): Member =>
    async () => {
      throw new Refused('NotSupported', why);
    };

  async function ask(method: string, path: string, body?: object): Promise<AnyValue> {
    if (account.state !== 'signed-in')
      throw new Refused(account.state === 'offline' ? 'NotOnline' : 'NotSignedIn', 'There is no account now.');
    const { code, data } = await account.call(method, path, body === undefined ? {} : { body });
    if (code === 3001) return opens('devices')([]);
    if (code !== 200) throw new Refused('InvalidArgs', `The account center refuses: ${code}.`);
    return data;
  }

  function userInfo(): Properties {
    const { profile } = account;
    const shown = profile?.account ?? '';
    return {
      IsLoggedIn: new Variant('b', account.state === 'signed-in' || account.state === 'offline'),
      // No secret of a session leaves the service.
      SessionID: new Variant('s', ''),
      Token: new Variant('s', ''),
      UserID: new Variant('x', 0n),
      Username: new Variant('s', profile?.nickname ?? ''),
      Nickname: new Variant('s', profile?.nickname ?? ''),
      ProfileImage: new Variant('s', profile?.picture ?? ''),
      Region: new Variant('s', ''),
      Phone: new Variant('s', shown.includes('@') ? '' : shown),
      Email: new Variant('s', shown.includes('@') ? shown : ''),
    };
  }

  return { opens, unsupported, ask, userInfo };
}

type Parts = ReturnType<typeof partsOf>;
type Members = Readonly<Record<string, Member>>;

function membersOfAccount(account: Account, { opens, unsupported, ask }: Parts): Members {
  return {
    async Login() {
      account.signIn('browser').catch(() => undefined);
      return nothing;
    },
    async Logout() {
      await account.signOut();
      return nothing;
    },
    FlushUseInfo: async () => nothing,
    // Bytes, as the page expects.
    Get: async () => ['ay', [Buffer.from(JSON.stringify({ IsLoggedIn: account.state === 'signed-in', SessionID: '', Token: '' }))]],
    GetToken: async () => text(''),
    MeteInfo: async () => text({ passwordEmpty: (await ask('GET', '/account/metainfo')).password_empty }),
    async DeviceList([index, size]) {
      const all = await ask('GET', '/device/list');
      const shown = all.slice(Math.max(0, index - 1) * size, Math.max(1, index) * size);
      const list = shown.map(({ id, type, name, osVersion }: Readonly<Record<string, string>>) => ({
        id,
        // A hardware number is nobody's business.
        deviceCode: '',
        deviceType: deviceTypes[type ?? ''] ?? 0,
        hostName: name,
        osVersion,
      }));
      return text({ page_index: index, page_size: size, total: shown.length < size ? shown.length : all.length, list });
    },
    async DeviceRemove([id]) {
      await ask('DELETE', '/device/unBind', { id });
      return nothing;
    },
    SetPassword: opens('password'),
    Checkpwd: opens('security'),
    ResetPassword: opens('password'),
    SendCode: opens('security'),
    UpdatePhoneEmail: opens('security'),
    UnBindPlatform: opens('security'),
    BindAccount: opens('security'),
    // A key that nothing is encrypted for: no password is taken here.
    GetRSAKey: async () =>
      text(
        generateKeyPairSync('rsa', {
          modulusLength: 2048,
          publicKeyEncoding: { type: 'spki', format: 'pem' },
          privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
        }).publicKey,
      ),
    LocalBindCheck: async () => text(''),
    BindLocalUUid: unsupported('An account of the web is no key to this computer.'),
    UnBindLocalUUid: unsupported('An account of the web is no key to this computer.'),
    PullMessage: async () => text(''),
  };
}

/** The switches of the synchronization: those that the page knows. */
function switchesOf(account: Account) {
  let known = new Map<string, boolean>();
  let lastSyncAt = 0;

  async function read() {
    const found = account.state === 'signed-in' ? await account.synchronized() : undefined;
    const enabled = found?.enabled === true;
    // One that is on counts as off while all are off.
    const apps = new Map([...(found?.keys ?? [])].map(([key, on]) => [key, enabled && on]));
    return { isAllowed: found !== undefined, enabled, apps, changedAt: found?.changedAt ?? 0 };
  }

  return {
    read,
    set: (key: string, on: boolean) => account.switchSetting(key, on),
    /** Seconds. */
    lastSyncTime: () => Math.floor(lastSyncAt / 1000),
    /** Switches that have changed since the last call, with their position. */
    async changes(): Promise<readonly (readonly [key: string, isOn: boolean])[]> {
      const { enabled, apps, changedAt } = await read();
      lastSyncAt = changedAt;
      const before = known;
      known = new Map([['enabled', enabled] as const, ...apps]);
      // One that is not listed is as all of them.
      const isOn = (all: ReadonlyMap<string, boolean>, key: string) => all.get(key) ?? all.get('enabled') ?? false;
      const keys = new Set([...known.keys(), ...before.keys()]);
      return [...keys].map((key) => [key, isOn(known, key)] as const).filter(([key, on]) => isOn(before, key) !== on);
    },
  };
}

function otherMembers(
  switches: ReturnType<typeof switchesOf>,
  { opens, unsupported, ask }: Parts,
): Readonly<Record<'sync' | 'cloud' | 'client', Members>> {
  const ofSync: Members = {
    async SwitcherDump() {
      const { enabled, apps } = await switches.read();
      const row = (key: string, enable: boolean) => ({ name: key, display_name: key, icon: '', enable });
      return text({ enabled, apps: Object.fromEntries([...apps].map(([key, enable]) => [key, row(key, enable)])) });
    },
    async SwitcherGet([key]) {
      const { enabled, apps } = await switches.read();
      return ['b', [apps.get(key) ?? enabled]];
    },
    async SwitcherSet([key, on]) {
      // Only the person turns all of them on, on our page, and allows it to this computer.
      if ((key === 'enabled' && on === true) || !(await switches.read()).isAllowed) return opens('settings')([]);
      const { code } = await switches.set(key, on);
      if (code !== 200) throw new Refused('InvalidArgs', `The account center refuses: ${code}.`);
      return nothing;
    },
  };

  const ofCloud: Members = {
    ...ofSync,
    Empty: opens('settings'),
    UnionLoginToken: async () => text(''),
    async SetNickname([nickname]) {
      return text((await ask('POST', '/update/nickname', { nickname })).nickname);
    },
  };

  const ofClient: Members = {
    LoadPage: opens('profile'),
    Register: unsupported('Programs ask org.cedarid.Account1.'),
    Authorize: unsupported('Programs ask org.cedarid.Account1.'),
    AuthTerm: unsupported('Programs ask org.cedarid.Account1.'),
  };
  return { sync: ofSync, cloud: ofCloud, client: ofClient };
}

/** @throws where another program has one of the names */
export async function startAdapter({ bus, account, openPage, refuse }: AdapterOptions): Promise<void> {
  const parts = partsOf({ account, openPage });
  const switches = switchesOf(account);
  const { sync, cloud, client } = otherMembers(switches, parts);
  const syncState = (): Properties => ({
    State: new Variant('(is)', [0, '']),
    LastSyncTime: new Variant('x', BigInt(switches.lastSyncTime())),
    LoginStatus: new Variant('b', account.state === 'signed-in'),
  });
  const objects: Readonly<Record<string, readonly [iface: string, members: Members, read: () => Properties]>> = {
    '/com/deepin/deepinid': [
      'com.deepin.deepinid',
      membersOfAccount(account, parts),
      () => ({ UserInfo: new Variant('a{sv}', parts.userInfo()) }),
    ],
    '/com/deepin/deepinid/Client': ['com.deepin.deepinid.Client', client, () => ({})],
    '/com/deepin/sync/Daemon': ['com.deepin.sync.Daemon', sync, syncState],
    '/com/deepin/utcloud/Daemon': ['com.deepin.utcloud.Daemon', cloud, syncState],
  };

  bus.addMethodHandler((message: BusMessage) => {
    const object = objects[message.path];
    if (object === undefined) return false;
    const [iface, members, read] = object;
    const member = members[message.member];
    const isProperties = message.interface === 'org.freedesktop.DBus.Properties';
    if (!isProperties && (message.interface !== iface || member === undefined)) return false;
    const work = isProperties ? properties(message, message.body[0] === iface ? read() : {}) : member?.(message.body);
    work
      ?.then(([signature, body]) => bus.send(Message.newMethodReturn(message, signature, [...body])))
      .catch((error: unknown) => refuse(message, error));
    return true;
  });

  // The page learns about changes as it does from its own daemon.
  account.on('changed', () => {
    for (const [path, [iface, , read]] of Object.entries(objects))
      bus.send(Message.newSignal(path, 'org.freedesktop.DBus.Properties', 'PropertiesChanged', 'sa{sv}as', [iface, read(), []]));
  });

  /** One after the other, so that no switch is announced twice. */
  let announcing = Promise.resolve();
  const announce = async (): Promise<void> => {
    for (const change of await switches.changes())
      for (const [path, iface] of switchers) bus.send(Message.newSignal(path, iface, 'SwitcherChange', 'sb', [...change]));
  };
  const announceSoon = (): void => {
    announcing = announcing.then(announce).catch((error: unknown) => console.error(`No news of settings: ${String(error)}`));
  };
  account.on('settings', announceSoon);
  account.on('ended', announceSoon);

  for (const name of [...names, 'com.deepin.deepinid.Client'])
    if ((await bus.requestName(name, NameFlag.DO_NOT_QUEUE)) !== RequestNameReply.PRIMARY_OWNER)
      throw new Error(`Another program has the name ${name} on this bus.`);
}

async function properties({ member, body }: BusMessage, all: Properties): Promise<Answer> {
  const found = all[body[1]];
  if (member === 'GetAll') return ['a{sv}', [all]];
  if (member === 'Get' && found !== undefined) return ['v', [found]];
  throw new Refused('NotSupported', 'There is no such property, or it cannot be set.');
}
