/**
 * `desk-judges.ts trail`: Python's cryptography checks exports of the trail, as a third party would.
 * `desk-judges.ts approvals`: Debian's python3-fido2 checks what members of staff have signed, by only the stored rows.
 */
import { spawnSync } from 'node:child_process';
import { generateKeyPairSync, hash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { hour } from '#server/platform/clock.ts';
import { readZip } from '#server/platform/zip/read-zip.ts';
import { zip } from '#server/platform/zip/zip.ts';
import {
  approvalOf,
  enter,
  newMember,
  signedApproval,
  signedAsking,
  signedConfirmation,
  signedException,
  takenExport,
  type DeskBrowser,
  type DeskMember,
} from '#server/testing/people/desk.ts';
import { signUp } from '#server/testing/people/people.ts';
import { buildTestApp, testRpId, type TestApp } from '#server/testing/server/test-app.ts';

const python = '/usr/bin/python3';
const times = 8;
const site = { url: `https://desk.${testRpId}`, ownHost: true, networks: [], idleMinutes: 30, hours: 8, mail: undefined };

interface Case {
  readonly name: string;
  /** Whether the judge must accept it. */
  readonly isRight: boolean;
  readonly dump: Readonly<Record<string, unknown>>;
}

interface Trial {
  readonly judge: string;
  readonly build: (app: TestApp) => Promise<readonly Case[]>;
}

const parts: Readonly<Record<string, Trial>> = {
  trail: { judge: 'verify-trail.py', build: exportsOf },
  approvals: { judge: 'verify-approvals.py', build: signedOf },
};

const [, , part = ''] = process.argv;
const chosen = parts[part];
if (chosen === undefined) throw new Error(`desk-judges.ts ${Object.keys(parts).join(' | ')}`);
process.exitCode = (await isGood(chosen)) ? 0 : 1;
// A worker of the application may wait for its next minute.
process.exit();

async function isGood({ judge, build }: Trial): Promise<boolean> {
  const app = await buildTestApp({ config: { rateFactor: 1000, logLevel: 'error', desk: site } });
  try {
    const cases = await build(app);
    const program = fileURLToPath(new URL(judge, import.meta.url));
    const input = cases.map(({ dump }) => JSON.stringify(dump)).join('\n');
    const { stdout, stderr } = spawnSync(python, [program], { input, encoding: 'utf8', maxBuffer: 1e8 });
    const verdicts = stdout.trim().split('\n');
    const wrong = cases.filter(({ isRight }, index) => (verdicts[index] === 'accepted') !== isRight);
    for (const each of wrong) console.error(`${part}: ${judge} disagrees about ${each.name}: ${verdicts[cases.indexOf(each)]}`);
    const right = cases.filter(({ isRight }) => isRight).length;
    if (wrong.length === 0) console.log(`${part}: ${judge} accepts ${right}, and refuses ${cases.length - right} that were changed`);
    if (stderr !== '') console.error(stderr);
    return wrong.length === 0 && verdicts.length === cases.length && right >= times;
  } finally {
    await app.close();
  }
}

interface AtDesk {
  readonly member: DeskMember;
  readonly desk: DeskBrowser;
}

async function atDesk(app: TestApp, role: DeskMember['role']): Promise<AtDesk> {
  const member = await newMember(app, role);
  return { member, desk: await enter(app, member) };
}

/** What one member asks for and signs, and another one approves. Returns its id. */
async function approved(asker: AtDesk, lead: AtDesk, [path, body]: readonly [string, Readonly<Record<string, unknown>>]): Promise<string> {
  const asked = await signedAsking(asker.desk, asker.member, await asker.desk.post<{ approval: string }>(path, body));
  const item = await approvalOf(lead.desk, asked.data.approval);
  if (item === undefined) throw new Error(`Nothing waits: ${asked.text}`);
  const { code, text } = await lead.desk.post('/approvals/approve', signedApproval(lead.member, item));
  if (code !== 200) throw new Error(text);
  return item.id;
}

async function exportsOf(app: TestApp): Promise<readonly Case[]> {
  const lead = await atDesk(app, 'lead');
  const { text } = await app.newBrowser().raw({ method: 'GET', path: '/.well-known/document-keys.json' });
  const { keys }: { readonly keys: readonly Readonly<Record<string, string>>[] } = JSON.parse(text);
  const cases: Case[] = [];
  for (let count = 0; count < times; count += 1) {
    await signUp(app);
    const auditor = await atDesk(app, 'auditor');
    const range = { from: app.clock.now() - hour, to: app.clock.now() + 1 + count, reason: 'for the court' };
    const file = await takenExport(app, auditor.desk, await approved(auditor, lead, ['/audit/exports', range]));
    cases.push({ name: `export ${count}`, isRight: true, dump: { file: file.toString('base64'), keys } });
    cases.push(...(await changedExports(app, file, keys)));
  }
  return cases;
}

/** The export with one thing changed, in an archive that is whole. */
async function changedExports(app: TestApp, file: Buffer, keys: readonly Readonly<Record<string, string>>[]): Promise<readonly Case[]> {
  const files = readZip(file, 100_000_000);
  const of = (name: string): Buffer => files.get(name) ?? Buffer.alloc(0);
  const [trail, manifest, jws] = [of('trail.jsonl'), of('manifest.json'), of('manifest.jws')];
  const other = String(trail).replace('"event":"', '"event":"x');
  const said: Readonly<Record<string, unknown>> = JSON.parse(String(manifest));
  const remade = JSON.stringify({ ...said, sha256: hash('sha256', other), bytes: Buffer.byteLength(other) }, null, 2);
  const [head = '', , signature = ''] = String(jws).trim().split('.');
  const header = { ...JSON.parse(Buffer.from(head, 'base64url').toString()), alg: 'none' };
  const changes: Readonly<Record<string, Readonly<Record<string, Buffer | string>>>> = {
    'a bit of the trail': { 'trail.jsonl': flipped(trail) },
    'a line less': { 'trail.jsonl': String(trail).replace(/^.*\n/, '') },
    'a line twice': { 'trail.jsonl': `${String(trail)}${String(trail).split('\n')[0]}\n` },
    'a bit of the manifest': { 'manifest.json': flipped(manifest) },
    'a manifest made again over a changed trail': { 'trail.jsonl': other, 'manifest.json': remade },
    'a bit of the signature': { 'manifest.jws': `${head}..${flipped(Buffer.from(signature, 'base64url')).toString('base64url')}` },
    'no algorithm': { 'manifest.jws': `${Buffer.from(JSON.stringify(header)).toString('base64url')}..${signature}` },
  };
  const cases: Case[] = [];
  for (const [name, change] of Object.entries(changes)) {
    const entries = [...new Map<string, Buffer | string>([...files, ...Object.entries(change)])];
    const bytes = Buffer.concat(await Array.fromAsync(zip(entriesOf(entries), app.clock.now())));
    cases.push({ name, isRight: false, dump: { file: bytes.toString('base64'), keys } });
  }
  const stranger = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ format: 'jwk' });
  const ofStranger = keys.map((key) => ({ ...key, ...stranger }));
  cases.push({ name: 'the key of somebody else', isRight: false, dump: { file: file.toString('base64'), keys: ofStranger } });
  return cases;
}

async function* entriesOf(entries: readonly (readonly [string, Buffer | string])[]) {
  for (const [path, content] of entries) {
    yield {
      path,
      bytes: (async function* bytes() {
        yield Buffer.from(content);
      })(),
    };
  }
}

async function signedOf(app: TestApp): Promise<readonly Case[]> {
  const [agent, lead] = [await atDesk(app, 'agent'), await atDesk(app, 'lead')];
  const why = { reason: 'fraud', caseRef: 'CS-4711' };
  for (let count = 0; count < times; count += 1) {
    const { contact } = await signUp(app);
    const { look } = (await agent.desk.post<{ look: string }>('/person/find', { text: contact, ...why })).data;
    const order = async () => {
      const { version } = (await agent.desk.post<{ version: number }>('/person/card', { look, card: 'state' })).data;
      return { look, version, ...why };
    };
    await agent.desk.post('/act/lock', await order());
    await approved(agent, lead, ['/act/unlock', await order()]);
    const exception = signedException(agent.member, { look, caseRef: why.caseRef, text: `Break-in ${count}, 入侵.` });
    const { data } = await agent.desk.post<{ id: string }>('/break-glass', exception);
    const { code, text } = await lead.desk.post('/break-glass/confirm', await signedConfirmation(lead.desk, lead.member, data.id));
    if (code !== 200) throw new Error(text);
  }
  return rowsOf(app);
}

/** Every signature of the tables, and the same with one thing changed. */
async function rowsOf(app: TestApp): Promise<readonly Case[]> {
  const { keyring } = app.wiring;
  const keys = await app.db.q().selectFrom('passkeys').select(['credential_id', 'public_key']).execute();
  const unsealed = (sealed: string | null): string | null => sealed && keyring.open('rights-message', sealed);
  const approvals = await app.db.q().selectFrom('approvals').selectAll().execute();
  const exceptions = await app.db.q().selectFrom('desk_exceptions').selectAll().execute();
  const kept = [
    ...approvals.flatMap(({ digest, id, assertion, asked_with: asked }) => [
      { name: 'an approval', parts: ['approve', id, digest], text: assertion },
      { name: 'a question', parts: ['ask', id, digest], text: asked },
    ]),
    ...exceptions.flatMap(({ id, asked_with: asked, confirmed_with: confirmed }) => [
      { name: 'exceptional access', parts: ['ask for exceptional access'], text: unsealed(asked) },
      { name: 'a confirmation', parts: ['confirm exceptional access', id], text: unsealed(confirmed) },
    ]),
  ];
  return kept.flatMap(({ name, parts: named, text }) => {
    if (text === null) throw new Error(`${name} is not signed.`);
    return casesOf(name, { text, named, keys });
  });
}

interface Kept {
  readonly text: string;
  readonly credential: { readonly id: string; readonly response: Readonly<Record<string, string>> };
}

function casesOf(
  name: string,
  {
    text,
    named,
    keys,
  }: {
    readonly text: string;
    readonly named: readonly string[];
    readonly keys: readonly { readonly credential_id: string; readonly public_key: string }[];
  },
): readonly Case[] {
  const kept: Kept = JSON.parse(text);
  const key = keys.find((each) => each.credential_id === kept.credential.id);
  const other = keys.find((each) => each.credential_id !== kept.credential.id);
  const dump = { kept: text, parts: named, rpId: testRpId, publicKey: key?.public_key, credentialId: kept.credential.id };
  const withKept = (change: (before: Kept) => Kept) => ({ ...dump, kept: JSON.stringify(change(kept)) });
  const said: readonly unknown[] = JSON.parse(kept.text);
  const digest = said.at(-1);
  const otherText = JSON.stringify([...said.slice(0, -1), typeof digest === 'string' ? flippedText(digest) : 0]);
  const wrong: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
    'another digest': { ...withKept((before) => ({ ...before, text: otherText })), parts: [] },
    'another act': { ...dump, parts: ['nothing that was signed'] },
    'the key of another member': { ...dump, publicKey: other?.public_key },
    'another domain': { ...dump, rpId: 'id.example.org' },
    ...Object.fromEntries(
      ['clientDataJSON', 'authenticatorData', 'signature'].map((field) => [
        `a bit of ${field}`,
        withKept(({ credential, ...rest }) => {
          const bytes = flipped(Buffer.from(credential.response[field] ?? '', 'base64url'));
          return { ...rest, credential: { ...credential, response: { ...credential.response, [field]: bytes.toString('base64url') } } };
        }),
      ]),
    ),
  };
  return [
    { name, isRight: true, dump },
    ...Object.entries(wrong).map(([what, each]) => ({ name: `${name} with ${what}`, isRight: false, dump: each })),
  ];
}

function flipped(data: Buffer): Buffer {
  const copy = Buffer.from(data);
  const at = Math.trunc(copy.length / 2);
  copy[at] = (copy[at] ?? 0) ^ 1;
  return copy;
}

function flippedText(text: string): string {
  return `${text.slice(0, -2)}${text.at(-2) === 'A' ? 'B' : 'A'}${text.slice(-1)}`;
}
