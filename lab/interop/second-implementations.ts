/**
 * `second-implementations.ts passkeys`: Debian's python3-fido2 verifies what the product has stored and accepted.
 * `second-implementations.ts codes`: Debian's oathtool makes the codes of an authenticator app.
 */
import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { totpCode, totpStep } from '#server/core/second-step/totp.ts';
import { newAuthenticator, type Authenticator } from '#server/testing/authenticator.ts';
import { fromBase32 } from '#server/testing/base32.ts';
import { beginPasskey } from '#server/testing/passkeys.ts';
import { signUp } from '#server/testing/people.ts';
import { buildTestApp, testRpId, type TestApp } from '#server/testing/test-app.ts';

const algorithms = ['ES256', 'EdDSA', 'RS256'] as const;
const times = 200;

const python = '/usr/bin/python3';
const program = fileURLToPath(new URL('verify-passkeys.py', import.meta.url));

/** Each prints what it has seen; true when all is as it must be. */
const parts: Readonly<Record<string, (app: TestApp) => Promise<boolean>>> = { passkeys: verifyPasskeys, codes: compareCodes };

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
  /** Whether both must accept it. */
  readonly isRight: boolean;
  readonly dump: Readonly<Record<string, unknown>>;
}

async function verifyPasskeys(app: TestApp): Promise<boolean> {
  const cases: Case[] = [];
  for (const algorithm of algorithms) {
    for (const synced of [true, false])
      cases.push(...(await casesOf(app, newAuthenticator({ algorithm, synced }), `${algorithm}, ${synced ? 'synced' : 'bound'}`)));
  }
  const { stdout, stderr } = spawnSync(python, [program], {
    input: cases.map(({ dump }) => JSON.stringify(dump)).join('\n'),
    encoding: 'utf8',
  });
  const verdicts = stdout.trim().split('\n');
  const wrong = cases.filter(({ isRight }, index) => (verdicts[index] === 'accepted') !== isRight);
  for (const { name } of wrong)
    console.error(`passkeys: python3-fido2 disagrees about ${name}: ${verdicts[cases.findIndex((each) => each.name === name)]}`);
  const right = cases.filter(({ isRight }) => isRight).length;
  console.log(
    `passkeys: python3-fido2 accepts ${right} stored keys with the sign-ins that we accepted, and refuses ${cases.length - right} changed ones`,
  );
  if (stderr !== '') console.error(stderr);
  return wrong.length === 0 && verdicts.length === cases.length;
}

/** A passkey that the product stored and that signed in, and the same with one bit changed in each part. */
async function casesOf(app: TestApp, authenticator: Authenticator, kind: string): Promise<readonly Case[]> {
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
  const changed = (field: 'clientDataJSON' | 'authenticatorData' | 'signature'): Case => ({
    name: `${kind}, changed ${field}`,
    isRight: false,
    dump: { ...right, assertion: { ...right.assertion, [field]: flipped(right.assertion[field]) } },
  });
  return [
    { name: kind, isRight: true, dump: right },
    {
      name: `${kind}, other challenge`,
      isRight: false,
      dump: { ...right, assertion: { ...right.assertion, challenge: options.challenge } },
    },
    ...(['clientDataJSON', 'authenticatorData', 'signature'] as const).map(changed),
  ];
}

function flipped(value: string): string {
  const data = Buffer.from(value, 'base64url');
  const at = Math.trunc(data.length / 2);
  data[at] = (data[at] ?? 0) ^ 1;
  return data.toString('base64url');
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
