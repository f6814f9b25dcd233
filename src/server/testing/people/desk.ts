import { hash } from 'node:crypto';
import { sql } from 'kysely';
import { calculateJwkThumbprint, exportJWK, generateKeyPair, SignJWT, type CryptoKey } from 'jose';
import {
  askedText,
  confirmationText,
  exceptionText,
  type ShownApproval,
  type ShownConfirmation,
  type ShownException,
} from '#contract/operations/desk/asked-text.ts';
import type { StaffRole } from '#contract/operations/desk/roles.ts';
import { day, second } from '#server/platform/clock.ts';
import { newId } from '#server/platform/ids.ts';
import { newAuthenticator, type Authenticator, type Oddity } from './authenticator.ts';
import { signUp, type Person } from './people.ts';
import { accountIdOf } from './proving.ts';
import { testRpId, type TestApp } from '#server/testing/server/test-app.ts';
import type { TestAnswer, TestBrowser } from '#server/testing/server/test-browser.ts';
import type { SecondInstance } from '#server/testing/server/two-instances.ts';

/** A browser at the desk, with its own key. */
export interface DeskBrowser {
  readonly browser: TestBrowser;
  /** `path` is relative to /desk/api. `change` alters headers: undefined removes one. */
  get<Data = unknown>(path: string, change?: Readonly<Record<string, string | undefined>>): Promise<TestAnswer<Data>>;
  post<Data = unknown>(
    path: string,
    body?: Readonly<Record<string, unknown>>,
    change?: Readonly<Record<string, string | undefined>>,
  ): Promise<TestAnswer<Data>>;
  delete(path: string): Promise<TestAnswer>;
  /** A proof for a request, or for what `change` says instead. */
  proof(method: string, path: string, change?: Readonly<Record<string, unknown>>): Promise<string>;
  readonly thumbprint: string;
}

/** A member of staff with an account, not yet at the desk. */
export interface DeskMember {
  readonly name: string;
  readonly role: StaffRole;
  readonly person: Person;
  readonly accountId: string;
  /** With which the member signs an approval. */
  readonly passkey: Authenticator;
}

/** Parts of a server that a browser at the desk needs: a test's, or the demo's. */
interface DeskPlace {
  readonly newBrowser: (options?: { readonly clientIp?: string }) => TestBrowser;
  readonly config: { readonly desk: { readonly url: string } | undefined };
  readonly clock: Pick<TestApp['clock'], 'now'>;
  readonly wiring: Pick<TestApp['wiring'], 'keyring'> & Partial<Pick<TestApp['wiring'], 'core'>>;
}

/** The desk at another instance of a test's server. */
export function deskAt({ config }: Pick<DeskPlace, 'config'>, other: SecondInstance): DeskPlace {
  return { config, newBrowser: () => other.newBrowser(), clock: { now: () => other.wiring.core.store.clock.now() }, wiring: other.wiring };
}

/** A new browser with a key, without a session. `from` gives it the cookies of another one. */
export async function newDeskBrowser(
  app: DeskPlace,
  { from, clientIp }: { readonly from?: TestBrowser; readonly clientIp?: string } = {},
): Promise<DeskBrowser> {
  const { publicKey, privateKey } = await generateKeyPair('ES256');
  const jwk = await exportJWK(publicKey);
  const browser = app.newBrowser(clientIp === undefined ? {} : { clientIp });
  for (const [name, value] of from?.cookies ?? []) browser.cookies.set(name, value);
  const site = app.config.desk?.url ?? '';
  const proof = (method: string, path: string, change: Readonly<Record<string, unknown>> = {}) =>
    proofOf(
      { key: privateKey, jwk },
      {
        htm: method,
        htu: `${site}/desk/api${path}`,
        iat: Math.floor((app.wiring.core?.store.wall.wall() ?? app.clock.now()) / second),
        jti: newId(),
        ...change,
      },
    );
  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the test names the contract's data of the call
  const send = async <Data>(
    method: string,
    path: string,
    body: string | undefined,
    change: Readonly<Record<string, string | undefined>> = {},
  ) => {
    const headers = {
      origin: site,
      host: new URL(site).host,
      'desk-proof': await proof(method, path.split('?', 1)[0] ?? ''),
      'x-csrf-token': undefined,
      ...change,
    };
    const answer = await browser.raw({ method, path: `/desk/api${path}`, headers, ...(body === undefined ? {} : { body }) });
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the test names the contract's data of this call
    return { ...answer, data: answer.data as Data };
  };
  return {
    browser,
    proof,
    thumbprint: await calculateJwkThumbprint(jwk),
    get: (path, change) => send('GET', path, undefined, change),
    post: (path, body = {}, change = {}) => send('POST', path, JSON.stringify(body), change),
    delete: (path) => send('DELETE', path, '{}'),
  };
}

async function proofOf(
  { key, jwk }: { readonly key: CryptoKey; readonly jwk: Readonly<Record<string, unknown>> },
  payload: Readonly<Record<string, unknown>>,
): Promise<string> {
  return new SignJWT({ ...payload }).setProtectedHeader({ typ: 'dpop+jwt', alg: 'ES256', jwk: { ...jwk } }).sign(key);
}

/** A member with an account that can carry the role, as if the shell and two leads had made both a while ago. */
export async function newMember(
  app: TestApp,
  role: StaffRole,
  name = `m${newId().replaceAll(/[_-]/g, 'x').slice(0, 8)}`,
): Promise<DeskMember> {
  const person = await signUp(app);
  const accountId = await accountIdOf(app, person.contact);
  const passkey = await makeMember(app, { accountId, role, name }, app.config.desk?.url);
  return { name, role, person, accountId, passkey };
}

/** Gives an account a role, as if it had been protected and known for a month; returns its passkey, for the desk at this URL. */
export async function makeMember(
  app: Pick<TestApp, 'db'> & { readonly clock: Pick<TestApp['clock'], 'now'> },
  { accountId, role, name }: Pick<DeskMember, 'accountId' | 'role' | 'name'>,
  origin = '',
): Promise<Authenticator> {
  const at = app.clock.now() - 30 * day;
  const passkey = newAuthenticator({ origin });
  await protect(app, { accountId, at, passkey });
  const row = { name, role, state: 'active', since: at, changed_at: at, granted_by: 'test', place: '', account_id: accountId } as const;
  await app.db.q().insertInto('staff').values(row).execute();
  return passkey;
}

/** Makes an account old, protected and one with a passkey. */
async function protect(
  app: Pick<TestApp, 'db'>,
  { accountId, at, passkey: { id, publicKey } }: { readonly accountId: string; readonly at: number; readonly passkey: Authenticator },
): Promise<void> {
  await sql`update accounts set created_at = ${at}, two_step_at = ${at} where id = ${accountId}`.execute(app.db.q());
  const passkey = {
    id: newId(),
    account_id: accountId,
    credential_id: id,
    public_key: publicKey,
    alg: -7,
    rp_id: testRpId,
    aaguid: '',
    transports: '',
    carriers: 'phone',
    backup_eligible: 1,
    backed_up: 1,
    sign_count: 0,
    uv_seen: 1,
    name: 'Key',
    made_by: 'settings',
    created_at: at,
    last_used_at: null,
    last_place: '',
    suspect_at: null,
  } as const;
  await app.db.q().insertInto('passkeys').values(passkey).execute();
}

/** The cookie of a member who has just signed in, as name and value. */
export function entryOf(app: Omit<DeskPlace, 'newBrowser'>, { accountId }: Pick<DeskMember, 'accountId'>): readonly [string, string] {
  const now = String(app.clock.now());
  const parts = [accountId, now, now, newId()];
  const prefix = app.config.desk?.url.startsWith('https:') === true ? '__Host-' : '';
  return [`${prefix}desk-entry`, [...parts, app.wiring.keyring.mac('desk', 'entry', ...parts)].join('.')];
}

/** Enters the desk as a member, as after their sign-in. */
export async function enter(app: DeskPlace, member: Pick<DeskMember, 'accountId'>, desk?: DeskBrowser): Promise<DeskBrowser> {
  const used = desk ?? (await newDeskBrowser(app));
  used.browser.cookies.set(...entryOf(app, member));
  const begun = await used.post('/session');
  if (begun.code !== 200) throw new Error(`The desk was not entered: ${begun.text}`);
  return used;
}

/** An asked act as `/approvals` shows it. */
export type ApprovalItem = ShownApproval & { readonly own: boolean; readonly isSigned: boolean };

/** View of a member on an asked act; undefined where they do not see it. */
export async function approvalOf(desk: DeskBrowser, id: string): Promise<ApprovalItem | undefined> {
  const { data } = await desk.get<{ items: readonly ApprovalItem[] }>('/approvals');
  return data.items.find((item) => item.id === id);
}

/** The body of an approval: the passkey of the member signs what was seen, or what `oddity` says instead. */
export function signedApproval({ passkey }: Pick<DeskMember, 'passkey'>, item: ShownApproval, oddity: Oddity = {}) {
  return { id: item.id, digest: item.digest, credential: signature({ passkey }, askedText('approve', item), oddity) };
}

/** Signature of the passkey of a member. */
export function signature({ passkey }: Pick<DeskMember, 'passkey'>, text: string, oddity: Oddity = {}) {
  return passkey.assert({ challenge: hash('sha256', text, 'base64url') }, { userHandle: '', ...oddity });
}

/** The answer of an act that takes two, which its asker has signed; any other answer as it is. */
export async function signedAsking<Answer extends TestAnswer<{ readonly approval: string }>>(
  desk: DeskBrowser,
  member: Pick<DeskMember, 'passkey'>,
  asked: Answer,
): Promise<Answer> {
  if (asked.code !== 3061) return asked;
  const item = await approvalOf(desk, asked.data.approval);
  if (item === undefined) throw new Error('Who asked does not see it.');
  const signed = await desk.post('/approvals/sign', { id: item.id, credential: signature(member, askedText('ask', item)) });
  if (signed.code !== 200) throw new Error(`It was not signed: ${signed.text}`);
  return asked;
}

/** Asks for what takes two, signs it, and lets another member approve it. Returns the code of the approval's answer. */
export async function doneByTwo(
  app: DeskPlace,
  { asker, approver }: { readonly asker: DeskMember; readonly approver: DeskMember },
  { path, body }: { readonly path: string; readonly body: Readonly<Record<string, unknown>> },
): Promise<number> {
  const desk = await enter(app, asker);
  const asked = await signedAsking(desk, asker, await desk.post<{ approval: string }>(path, body));
  if (asked.code !== 3061) throw new Error(`It does not wait: ${asked.text}`);
  const other = await enter(app, approver);
  const item = await approvalOf(other, asked.data.approval);
  if (item === undefined) throw new Error('Who approves does not see it.');
  return (await other.post('/approvals/approve', signedApproval(approver, item))).code;
}

/** The file of an approved export of the trail, which this member takes. */
export async function takenExport(app: Pick<TestApp, 'app' | 'config'>, desk: DeskBrowser, id: string): Promise<Buffer> {
  const answer = await fileFrom(app, desk, { path: '/audit/export', body: { id } });
  if (answer.headers['content-type'] !== 'application/zip') throw new Error(answer.body);
  return answer.rawPayload;
}

/** The answer of a call that gives a file. */
export async function fileFrom(
  app: Pick<TestApp, 'app' | 'config'>,
  desk: DeskBrowser,
  { path, body }: { readonly path: string; readonly body: Readonly<Record<string, unknown>> },
) {
  const site = app.config.desk?.url ?? '';
  const headers = {
    cookie: [...desk.browser.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    origin: site,
    host: new URL(site).host,
    'content-type': 'application/json',
    'desk-proof': await desk.proof('POST', path),
    'x-forwarded-for': desk.browser.clientIp,
  };
  return app.app.inject({ method: 'POST', url: `/desk/api${path}`, headers, payload: JSON.stringify(body) });
}

/** The body of a member who asks for exceptional access. */
export function signedException(member: Pick<DeskMember, 'passkey'>, words: Omit<ShownException, 'nonce'>) {
  const asked = { ...words, nonce: newId() };
  return { ...asked, credential: signature(member, exceptionText(asked)) };
}

/** The body of a member who confirms the exceptional access that they see. */
export async function signedConfirmation(desk: DeskBrowser, member: Pick<DeskMember, 'passkey'>, id: string) {
  const { data } = await desk.get<{ items: readonly ShownConfirmation[] }>('/exceptions');
  const item = data.items.find((each) => each.id === id);
  return { id, ...(item && { credential: signature(member, confirmationText(item)) }) };
}
