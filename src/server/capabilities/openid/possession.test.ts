import * as client from 'openid-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { minute, second } from '#server/platform/clock.ts';
import { buildListeningApp } from '#server/testing/listening-app.ts';
import { authorize, newRelyingParty, signInTo, type TestRelyingParty } from '#server/testing/openid.ts';
import { signUp, type Person } from '#server/testing/people.ts';
import type { TestApp } from '#server/testing/test-app.ts';

let app: TestApp;
let party: TestRelyingParty;
let person: Person;
let keys: client.CryptoKeyPair;

beforeAll(async () => {
  // The library measures life by the real clock.
  app = await buildListeningApp();
  party = await newRelyingParty(app, { system: true });
  person = await signUp(app);
  keys = await client.randomDPoPKeyPair('ES256');
});

afterAll(async () => {
  await app.close();
});

type Proof = Record<string, unknown>;

/** Makes the proofs of a key, with changed claims if needed. */
function prover({
  pair = keys,
  change,
}: { readonly pair?: client.CryptoKeyPair; readonly change?: (said: Proof, header: Proof) => void } = {}) {
  return client.getDPoPHandle(party.config, pair, {
    [client.modifyAssertion]: (header, said) => change?.(said, header),
  });
}

/** An access token that is bound to the key of these proofs. */
async function boundToken(DPoP = prover()) {
  const { callback, verifier, state, nonce } = await authorize(app, person.browser, { party });
  const checks = { pkceCodeVerifier: verifier, expectedState: state, expectedNonce: nonce };
  const tokens = await client.authorizationCodeGrant(party.config, callback, checks, undefined, { DPoP });
  expect(tokens.token_type).toBe('dpop');
  return tokens.access_token;
}

/** The status of `POST /account/ticket` with a token and its proof, or as a bearer token without one. */
async function askTicket(token: string, DPoP?: client.DPoPHandle): Promise<number> {
  const url = new URL('/api/account/ticket', app.config.publicUrl);
  const headers = new Headers({ 'content-type': 'application/json' });
  try {
    const options = DPoP === undefined ? {} : { DPoP };
    return (await client.fetchProtectedResource(party.config, token, url, 'POST', '{}', headers, options)).status;
  } catch (error) {
    if (error instanceof client.WWWAuthenticateChallengeError) return error.status;
    throw error;
  }
}

describe('a token bound to a key', () => {
  it.each(['ES256', 'Ed25519'])('grants its access with a proof of that key: %s', async (algorithm) => {
    const pair = await client.randomDPoPKeyPair(algorithm);
    const token = await boundToken(prover({ pair }));
    expect(await askTicket(token, prover({ pair }))).toBe(200);
    expect(await askTicket(token, prover({ pair }))).toBe(200);
    expect(await client.fetchUserInfo(party.config, token, client.skipSubjectCheck, { DPoP: prover({ pair }) })).toHaveProperty('sub');
  });

  it('is worthless without the proof', async () => {
    const token = await boundToken();
    expect(await askTicket(token)).toBe(401);
    const withoutProof = await app.newBrowser().post('/account/ticket', {}, { authorization: `DPoP ${token}` });
    expect(withoutProof).toMatchObject({ status: 401, code: 401 });
    expect(withoutProof.headers['www-authenticate']).toContain('DPoP algs="ES256');
    await expect(client.fetchUserInfo(party.config, token, client.skipSubjectCheck)).rejects.toMatchObject({ status: 401 });
  });

  it.each<[string, (said: Proof, header: Proof) => void]>([
    ['another method', (said) => (said['htm'] = 'GET')],
    ['another URL', (said) => (said['htu'] = `${app.config.publicUrl}/api/account/auth`)],
    ['another host', (said) => (said['htu'] = 'https://evil.example/api/account/ticket')],
    ['no URL', (said) => delete said['htu']],
    ['another token', (said) => (said['ath'] = 'fUHyO2r2Z3DZ53EsNrWBb0xWXoaNy59IiKCAqksmQEo')],
    ['no token', (said) => delete said['ath']],
    ['a past time', (said) => (said['iat'] = Math.floor((app.clock.now() - 6 * minute) / second))],
    ['a future time', (said) => (said['iat'] = Math.floor((app.clock.now() + 6 * minute) / second))],
    ['no time', (said) => delete said['iat']],
    ['no id', (said) => delete said['jti']],
    ['an empty id', (said) => (said['jti'] = '')],
    ['another token type', (_said, header) => (header['typ'] = 'JWT')],
  ])('is refused with a proof for %s', async (_what, change) => {
    expect(await askTicket(await boundToken(), prover({ change }))).toBe(401);
  });

  it('is refused with a proof of another key', async () => {
    const token = await boundToken();
    expect(await askTicket(token, prover({ pair: await client.randomDPoPKeyPair('ES256') }))).toBe(401);
    expect(await askTicket(token, prover())).toBe(200);
  });

  it('accepts a proof once, even of sixteen requests at once, here and at userinfo', async () => {
    const token = await boundToken();
    const same = () => prover({ change: (said) => (said['jti'] = 'the same') });
    const statuses = await Promise.all(Array.from({ length: 16 }, () => askTicket(token, same())));
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(await askTicket(token, same())).toBe(401);
    const answers = await Promise.allSettled(
      Array.from({ length: 16 }, () => client.fetchUserInfo(party.config, token, client.skipSubjectCheck, { DPoP: same() })),
    );
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('accepts no proof beside an unbound token', async () => {
    const { access_token: token } = await signInTo(app, person.browser, { party });
    expect(await askTicket(token)).toBe(200);
    expect(await askTicket(token, prover())).toBe(401);
  });
});
