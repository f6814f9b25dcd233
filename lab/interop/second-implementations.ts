/**
 * `second-implementations.ts passkeys`: Debian's python3-fido2 verifies what the product has stored and accepted; `webauthn`:
 * its Authen::WebAuthn for Perl does.
 * `second-implementations.ts codes`: Debian's oathtool makes the codes of an authenticator app.
 */
import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { totpCode, totpStep } from '#server/core/sign-in/two-step/totp.ts';
import { newAuthenticator, type Authenticator } from '#server/testing/people/authenticator.ts';
import { fromBase32 } from '#server/testing/people/base32.ts';
import { beginPasskey } from '#server/testing/people/passkeys.ts';
import { signUp } from '#server/testing/people/people.ts';
import { flipped } from '#server/testing/people/refused-ceremonies.ts';
import { buildTestApp, testRpId, type TestApp } from '#server/testing/server/test-app.ts';

const algorithms = ['ES256', 'EdDSA', 'RS256'] as const;
type Algorithm = (typeof algorithms)[number];
const times = 200;

/** Another implementation: a program that reads a case a line and prints a verdict a line. */
interface Judge {
  readonly name: string;
  readonly command: readonly [string, string];
  /** It refuses them by name. */
  readonly unknown: Readonly<Partial<Record<Algorithm, string>>>;
}

const beside = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

const fido2: Judge = { name: 'python3-fido2', command: ['/usr/bin/python3', beside('verify-passkeys.py')], unknown: {} };
const webauthn: Judge = {
  name: 'Authen::WebAuthn',
  command: ['/usr/bin/perl', beside('verify-passkeys.pl')],
  unknown: { EdDSA: 'Unsupported algorithm -8' },
};

/** Each prints what it has seen; true when all is as it must be. */
const parts: Readonly<Record<string, (app: TestApp) => Promise<boolean>>> = {
  passkeys: (app) => verifyPasskeys(app, fido2),
  webauthn: (app) => verifyPasskeys(app, webauthn),
  codes: compareCodes,
};

const chosen = parts[process.argv[2] ?? ''];
if (chosen === undefined) throw new Error(`second-implementations.ts ${Object.keys(parts).join(' | ')}`);
process.exitCode = (await isGood(chosen)) ? 0 : 1;
// A worker of the application may wait for its next minute.
process.exit();

async function isGood(seen: (app: TestApp) => Promise<boolean>): Promise<boolean> {
  const app = await buildTestApp({ config: { rateFactor: 1000, logLevel: 'error' } });
  try {
    return await seen(app);
  } finally {
    await app.close();
  }
}

interface Case {
  readonly name: string;
  readonly algorithm: Algorithm;
  /** Whether both must accept it. */
  readonly isRight: boolean;
  readonly dump: Readonly<Record<string, unknown>>;
}

async function verifyPasskeys(app: TestApp, { name: judge, command: [program, file], unknown }: Judge): Promise<boolean> {
  const cases: Case[] = [];
  for (const algorithm of algorithms) for (const synced of [true, false]) cases.push(...(await casesOf(app, { algorithm, synced })));
  const { stdout, stderr } = spawnSync(program, [file], {
    input: cases.map(({ dump }) => JSON.stringify(dump)).join('\n'),
    encoding: 'utf8',
  });
  const verdicts = stdout.trim().split('\n');
  const isAsExpected = ({ algorithm, isRight }: Case, verdict: string): boolean => {
    const reason = unknown[algorithm];
    return reason === undefined ? (verdict === 'accepted') === isRight : verdict.includes(reason);
  };
  const wrong = cases.filter((each, index) => !isAsExpected(each, verdicts[index] ?? ''));
  for (const each of wrong) console.error(`passkeys: ${judge} disagrees about ${each.name}: ${verdicts[cases.indexOf(each)]}`);
  const judged = cases.filter(({ algorithm }) => unknown[algorithm] === undefined);
  const right = judged.filter(({ isRight }) => isRight).length;
  const others = cases.length === judged.length ? '' : `; it knows no ${Object.keys(unknown).join(', ')}`;
  console.log(
    `passkeys: ${judge} accepts ${right} stored keys with the sign-ins that we accepted, and refuses ${judged.length - right} changed ones${others}`,
  );
  if (stderr !== '') console.error(stderr);
  return wrong.length === 0 && verdicts.length === cases.length;
}

/** A passkey that the product stored and that signed in, and the same with one bit changed in each part. */
async function casesOf(
  app: TestApp,
  { algorithm, synced }: { readonly algorithm: Algorithm; readonly synced: boolean },
): Promise<readonly Case[]> {
  const authenticator = newAuthenticator({ algorithm, synced });
  const kind = `${algorithm}, ${synced ? 'synced' : 'bound'}`;
  const person = await signUp(app);
  await person.browser.post('/account/auth', { method: 'password', password: person.password, action: 'addPasskey' });
  const begun = await person.browser.post<{ publicKey: Parameters<Authenticator['register']>[0] }>('/passkey/register/begin', {
    purpose: 'settings',
  });
  const registration = authenticator.register(begun.data.publicKey);
  const added = await person.browser.post('/passkey/register/finish', { credential: registration });
  const options = await beginPasskey(app.newBrowser());
  const browser = app.newBrowser();
  const asked = await beginPasskey(browser);
  const assertion = authenticator.assert(asked);
  const signedIn = await browser.post('/login/passkey', { credential: assertion });
  if (added.code !== 200 || signedIn.code !== 200) throw new Error(`${kind}: the product refuses it: ${added.text} ${signedIn.text}`);
  const row = await app.db
    .q()
    .selectFrom('passkeys')
    .select(['credential_id', 'public_key'])
    .where('credential_id', '=', registration.id)
    .executeTakeFirstOrThrow();
  const right = {
    rpId: testRpId,
    publicKey: row.public_key,
    credentialId: row.credential_id,
    registration: { challenge: begun.data.publicKey.challenge, ...registration.response },
    assertion: { challenge: asked.challenge, ...assertion.response },
  };
  const wrong = (what: string, dump: Case['dump']): Case => ({ name: `${kind}, ${what}`, algorithm, isRight: false, dump });
  const changed = (field: 'clientDataJSON' | 'authenticatorData' | 'signature'): Case =>
    wrong(`changed ${field}`, { ...right, assertion: { ...right.assertion, [field]: flipped(right.assertion[field]) } });
  return [
    { name: kind, algorithm, isRight: true, dump: right },
    wrong('other challenge', { ...right, assertion: { ...right.assertion, challenge: options.challenge } }),
    wrong('changed key', { ...right, publicKey: flipped(right.publicKey) }),
    ...(['clientDataJSON', 'authenticatorData', 'signature'] as const).map(changed),
  ];
}

async function compareCodes(app: TestApp): Promise<boolean> {
  const person = await signUp(app);
  await person.browser.post('/account/auth', { method: 'password', password: person.password, action: 'addTotp' });
  const { data } = await person.browser.post<{ id: string; secret: string }>('/totp/begin', {});
  const added = await person.browser.post('/totp/finish', { id: data.id, code: codeOf(data.secret, app.clock.now()) });
  app.clock.advance(30_000);
  const proof = { method: 'totp', code: codeOf(data.secret, app.clock.now()) };
  const proven = await person.browser.post('/account/auth', proof);
  const secret = fromBase32(data.secret);
  const moments = Array.from({ length: times }, () => randomInt(4_000_000_000) * 1000);
  const differing = moments.filter((at) => codeOf(data.secret, at) !== totpCode(secret, totpStep(at)));
  console.log(
    `codes: oathtool's ${times - differing.length} of ${times} are ours; the product answers ${added.code} and ${proven.code} to its codes`,
  );
  return added.code === 200 && proven.code === 200 && differing.length === 0;
}

function codeOf(secret: string, at: number): string {
  const moment = new Date(at)
    .toISOString()
    .replace('T', ' ')
    .replace(/\.\d+Z/, ' UTC');
  return spawnSync('oathtool', ['--totp', '--base32', '--now', moment, secret], { encoding: 'utf8' }).stdout.trim();
}
