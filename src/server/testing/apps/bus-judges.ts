import { readdirSync, readFileSync } from 'node:fs';
import { exportJWK, SignJWT } from 'jose';
import { randomDPoPKeyPair } from 'openid-client';
import type { TestApp } from '#server/testing/server/test-app.ts';
import type { TestSession } from './session-bus.ts';

/** The objects of the account service and of its adapter: name on the bus, path, interface. */
const objects = {
  account: ['org.cedarid.Account1', '/org/cedarid/Account1', 'org.cedarid.Account1'],
  properties: ['org.cedarid.Account1', '/org/cedarid/Account1', 'org.freedesktop.DBus.Properties'],
  deepin: ['com.deepin.deepinid', '/com/deepin/deepinid', 'com.deepin.deepinid'],
  deepinProperties: ['com.deepin.deepinid', '/com/deepin/deepinid', 'org.freedesktop.DBus.Properties'],
  client: ['com.deepin.deepinid.Client', '/com/deepin/deepinid/Client', 'com.deepin.deepinid.Client'],
  sync: ['com.deepin.sync.Daemon', '/com/deepin/sync/Daemon', 'com.deepin.sync.Daemon'],
  syncProperties: ['com.deepin.sync.Daemon', '/com/deepin/sync/Daemon', 'org.freedesktop.DBus.Properties'],
  cloud: ['com.deepin.sync.Daemon', '/com/deepin/utcloud/Daemon', 'com.deepin.utcloud.Daemon'],
  cloudProperties: ['com.deepin.sync.Daemon', '/com/deepin/utcloud/Daemon', 'org.freedesktop.DBus.Properties'],
} as const;

/** A call and what it gets: a pattern of the answer, or the name of the error. */
type Row = readonly [object: keyof typeof objects, member: string, args: readonly string[], gets: RegExp | ErrorName];
type ErrorName = 'Busy' | 'InvalidArgs' | 'NotSupported' | 'NotSignedIn' | 'NotOnline';

interface Program {
  readonly clientId: string;
  readonly redirectUri: string;
  /** A code challenge, and a proof of the program's key for the token endpoint. */
  readonly challenge: string;
  readonly proof: string;
}

const anything = /^\(/;

/** Every member of the service and of its adapter while somebody is signed in, but for those that sign out. */
function rowsOf({ clientId, redirectUri, challenge, proof }: Program): readonly Row[] {
  const text = (value: string) => `'${value}'`;
  const opens = (member: string): Row => ['deepin', member, [text('sealed')], 'NotSupported'];
  return [
    ['properties', 'Get', [text('org.cedarid.Account1'), text('State')], /'signed-in'/],
    ['properties', 'Get', [text('org.cedarid.Account1'), text('Profile')], /'Nickname'/],
    ['properties', 'Get', [text('org.cedarid.Account1'), text('Issuer')], /http/],
    ['properties', 'Get', [text('org.cedarid.Account1'), text('Secret')], 'InvalidArgs'],
    ['account', 'SignIn', ["{'method': <'browser'>}"], 'Busy'],
    ['account', 'Authorize', [clientId, redirectUri, "['openid','profile']", challenge, '{}'], /^\('[\w-]{20,}', 'http/],
    ['account', 'GetToken', [clientId, "['openid','profile']", proof, '{}'], /^\('[\w-]{20,}', (?:int64 )?\d+\)/],
    ['account', 'GetToken', [clientId, "['openid']", 'no proof', '{}'], 'InvalidArgs'],
    ['account', 'ListPrograms', [], new RegExp(clientId)],
    ['account', 'RemoveProgram', [clientId], anything],
    ['account', 'OpenPage', ['nowhere'], 'InvalidArgs'],
    ['deepin', 'Login', [], anything],
    ['deepinProperties', 'Get', [text('com.deepin.deepinid'), text('UserInfo')], /'SessionID': <''>/],
    ['deepin', 'FlushUseInfo', [], anything],
    ['deepin', 'Get', [], anything],
    ['deepin', 'GetToken', [], /^\(''/],
    ['deepin', 'MeteInfo', [], /passwordEmpty/],
    ['deepin', 'DeviceList', ['1', '10'], /"deviceCode":""/],
    ['deepin', 'DeviceRemove', [text('nobody')], 'InvalidArgs'],
    opens('SetPassword'),
    opens('Checkpwd'),
    opens('ResetPassword'),
    opens('SendCode'),
    opens('UpdatePhoneEmail'),
    opens('UnBindPlatform'),
    opens('BindAccount'),
    opens('BindLocalUUid'),
    opens('UnBindLocalUUid'),
    ['deepin', 'GetRSAKey', [], /BEGIN PUBLIC KEY/],
    ['deepin', 'LocalBindCheck', [text('x')], /^\(''/],
    ['deepin', 'PullMessage', [], /^\(''/],
    ['client', 'LoadPage', [text('x')], 'NotSupported'],
    ['client', 'Register', [text('x')], 'NotSupported'],
    ['client', 'Authorize', [text('x')], 'NotSupported'],
    ['client', 'AuthTerm', [text('x')], 'NotSupported'],
    ['sync', 'SwitcherDump', [], /enabled/],
    ['sync', 'SwitcherGet', [text('x')], /false/],
    ['sync', 'SwitcherSet', [text('x'), 'true'], 'NotSupported'],
    ['syncProperties', 'Get', [text('com.deepin.sync.Daemon'), text('State')], anything],
    ['syncProperties', 'Get', [text('com.deepin.sync.Daemon'), text('LastSyncTime')], anything],
    ['cloud', 'SwitcherDump', [], /enabled/],
    ['cloud', 'SwitcherGet', [text('x')], /false/],
    ['cloud', 'SwitcherSet', [text('x'), 'true'], 'NotSupported'],
    ['cloud', 'Empty', [], 'NotSupported'],
    ['cloud', 'UnionLoginToken', [], /^\(''/],
    ['cloudProperties', 'Get', [text('com.deepin.utcloud.Daemon'), text('LoginStatus')], /true/],
  ];
}

/** One member, called by a program of others: what it answered, and whether that is what it should. */
export interface Judged {
  readonly what: string;
  readonly said: string;
  readonly isRight: boolean;
}

/** Calls every member by `gdbus`, which names errors. */
export async function callEveryMember({ run }: Pick<TestSession, 'run'>, gdbus: string, program: Program): Promise<readonly Judged[]> {
  const judged: Judged[] = [];
  for (const [object, member, args, gets] of rowsOf(program)) {
    const [to, at, iface] = objects[object];
    const call = [
      'call',
      '--session',
      '--timeout',
      '20',
      '--dest',
      to,
      '--object-path',
      at,
      '--method',
      `${iface}.${member}`,
      '--',
      ...args,
    ];
    const said = await run(gdbus, call).then(
      (text) => ({ text, name: '' }),
      (error: Error) => ({ text: error.message, name: /org\.cedarid\.Error\.(\w+)/.exec(error.message)?.[1] ?? 'no name' }),
    );
    const isRight = typeof gets === 'string' ? said.name === gets : said.name === '' && gets.test(said.text);
    const what = `${iface}.${member}${member === 'Get' ? ` ${args[1] ?? ''}` : ''}`;
    judged.push({ what, said: said.name === '' ? 'answered' : said.name, isRight });
  }
  return judged;
}

/** A proof for the token endpoint by a new key, as a program makes it. */
export async function proofForTokens({ config: { publicUrl } }: Pick<TestApp, 'config'>): Promise<string> {
  const { publicKey, privateKey } = await randomDPoPKeyPair('ES256');
  const said = { jti: crypto.randomUUID(), htm: 'POST', htu: `${publicUrl}/oidc/token`, iat: Math.floor(Date.now() / 1000) };
  return new SignJWT(said).setProtectedHeader({ alg: 'ES256', typ: 'dpop+jwt', jwk: await exportJWK(publicKey) }).sign(privateKey);
}

/** Identifiers of this machine for good, if it tells them: serial numbers, its id, addresses of its network cards. */
export function hardwareOfThisMachine(): readonly string[] {
  const serials = ['product_serial', 'product_uuid', 'board_serial', 'chassis_serial'].map((name) => `/sys/class/dmi/id/${name}`);
  const cards = namesIn('/sys/class/net').map((name) => `/sys/class/net/${name}/address`);
  const found = ['/etc/machine-id', '/var/lib/dbus/machine-id', ...serials, ...cards].map(textOf);
  return [...new Set(found)].filter((text) => text.length > 5 && !/^[0:]+$/.test(text));
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    return '';
  }
}

/** Strings of a transcript that could be secrets. */
export function stringsOf(transcript: string): readonly string[] {
  return [...new Set(transcript.match(/[\w.~+/-]{20,512}/g))];
}

/**
 * Tries a string as everything that opens something: a token, a refresh token of the desktop, a code of a program without
 * its verifier, a cookie of a session. How many were taken.
 */
export async function timesTaken(
  { config: { publicUrl } }: Pick<TestApp, 'config'>,
  text: string,
  { clientId, redirectUri }: Pick<Program, 'clientId' | 'redirectUri'>,
): Promise<number> {
  const grant = async (fields: Readonly<Record<string, string>>) =>
    fetch(`${publicUrl}/oidc/token`, { method: 'POST', body: new URLSearchParams(fields) });
  const answers = await Promise.all([
    fetch(`${publicUrl}/oidc/me`, { headers: { authorization: `Bearer ${text}` } }),
    fetch(`${publicUrl}/api/desktop/state`, { headers: { authorization: `Bearer ${text}` } }),
    fetch(`${publicUrl}/api/account/metainfo`, { headers: { cookie: `sid=${text}` } }),
    grant({ grant_type: 'refresh_token', refresh_token: text, client_id: 'cedar-desktop' }),
    grant({
      grant_type: 'authorization_code',
      code: text,
      client_id: clientId,
      redirect_uri: redirectUri,
      code_verifier: 'x'.repeat(43),
    }),
  ]);
  return answers.filter(({ status }) => status < 400).length;
}
