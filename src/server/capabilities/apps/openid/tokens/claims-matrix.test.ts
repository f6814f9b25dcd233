// @one-database
/**
 * A claim leaves if the request names it, the registration allows it, the person left its line ticked and the account has
 * it; otherwise never. Random requests, registrations, answers and accounts against this sentence, written once more.
 */
import { randomInt } from 'node:crypto';
import * as client from 'openid-client';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { claims as claimNames, consentLines, type ConsentLine } from '#contract/apps/openid/claims.words.ts';
import { begin, consent, exchange, newRelyingParty, open } from '#server/testing/apps/openid.ts';
import { buildListeningApp } from '#server/testing/apps/listening-app.ts';
import { freshEmail, freshPhone, signUp } from '#server/testing/people/people.ts';
import { accountIdOf, addEmail } from '#server/testing/people/proving.ts';
import { must } from '#server/testing/apps/developers.ts';
import type { TestApp } from '#server/testing/server/test-app.ts';
import type { TestBrowser } from '#server/testing/server/test-browser.ts';

type Claims = Readonly<Record<string, unknown>>;

/** OpenID Connect Core 5.4, with personal details apart. */
const scopeOfClaim: Readonly<Record<string, 'profile' | 'email' | 'phone' | 'address'>> = {
  name: 'profile',
  given_name: 'profile',
  nickname: 'profile',
  preferred_username: 'profile',
  picture: 'profile',
  locale: 'profile',
  updated_at: 'profile',
  gender: 'profile',
  birthdate: 'profile',
  zoneinfo: 'profile',
  email: 'email',
  email_verified: 'email',
  phone_number: 'phone',
  phone_number_verified: 'phone',
  address: 'address',
};
const isPersonal = (claim: string): boolean => ['gender', 'birthdate', 'zoneinfo'].includes(claim);
/** A verified mark goes with its value, and the first name with the name, under one line. */
const lineName = (claim: string): string => `claim.${claim.replace('_verified', '').replace('given_', '')}`;
const ofSignIn = ['acr', 'amr', 'aud', 'auth_time', 'exp', 'iat', 'iss', 'nonce', 'sub'];

interface Shape {
  readonly browser: TestBrowser;
  /** The claims that are this account's own. */
  readonly own: Claims;
}

let app: TestApp;
const shapes: Shape[] = [];

beforeAll(async () => {
  app = await buildListeningApp();
  const personal = { gender: 2, birthday: '1990-02-28', zone: 'Europe/Paris' };
  const told = { gender: 'female', birthdate: '1990-02-28', zoneinfo: 'Europe/Paris' };
  const [street, french] = [{ address: '1 Cedar Road' }, { country: 'FR' }];
  await addShape('phone', {}, {});
  await addShape('email', {}, {});
  await addShape('both', { ...personal, ...street, ...french }, { ...told, address: { formatted: '1 Cedar Road', country: 'FR' } });
  await addShape('email', { ...street, zone: 'Europe/Paris' }, { zoneinfo: 'Europe/Paris', address: { formatted: '1 Cedar Road' } });
  await addShape('phone', { ...french, gender: 2 }, { gender: 'female', address: { country: 'FR' } });
});

afterAll(async () => {
  await app.close();
});

async function addShape(contacts: 'phone' | 'email' | 'both', items: Claims, told: Claims): Promise<void> {
  const [phone, email] = [freshPhone(), freshEmail()];
  const { browser, contact, account } = await signUp(app, contacts === 'email' ? { email } : { phone });
  if (contacts === 'both') await addEmail(app, await accountIdOf(app, contact), email);
  must(await browser.post('/userinfo', items));
  const username = `user${randomInt(1_000_000_000)}`;
  if (contacts === 'both') must(await browser.post('/update/username', { username }));
  const own = {
    name: account.nickname,
    given_name: account.nickname,
    nickname: account.nickname,
    locale: contacts === 'email' ? expect.any(String) : 'zh-CN',
    updated_at: expect.any(Number),
    ...(contacts === 'email' ? {} : { phone_number: `+86${phone}`, phone_number_verified: true }),
    ...(contacts === 'phone' ? {} : { email, email_verified: true }),
    preferred_username: contacts === 'both' ? username : account.id,
    ...told,
  };
  shapes.push({ browser, own });
}

interface Request {
  readonly scopes: readonly string[];
  readonly claims: Readonly<Record<'id_token' | 'userinfo', Readonly<Record<string, unknown>>>>;
  /** Lines that the person ticks, also ones that the page does not show. */
  readonly ticks: readonly ConsentLine[];
}

interface Case {
  readonly shape: number;
  readonly registered: readonly string[];
  readonly personal: boolean;
  readonly idTokenClaims: boolean;
  /** One after the other, with the same app. */
  readonly requests: readonly Request[];
}

const dataScopes = ['profile', 'email', 'phone', 'address'] as const;
const byName = fc.dictionary(
  fc.constantFrom(...claimNames, 'gender', 'zoneinfo', 'birthdate', 'email_verified', 'phone_number_verified', 'region', 'real_name'),
  fc.constantFrom(null, { essential: true }, { essential: false }, { value: 'x' }, { values: ['x'], essential: true }),
  { maxKeys: 5, noNullPrototype: true },
);
const requests = fc.record({
  scopes: fc.subarray([...dataScopes]),
  claims: fc.record({ id_token: byName, userinfo: byName }),
  ticks: fc.subarray([...consentLines], { minLength: 4 }),
});
const cases: fc.Arbitrary<Case> = fc.record({
  // Mostly accounts that have much, and apps that may ask for much: otherwise few requests lead to an answer.
  shape: fc.constantFrom(0, 1, 2, 2, 2, 3, 4),
  registered: fc.oneof(fc.constant([...dataScopes]), fc.subarray([...dataScopes], { minLength: 2 })),
  personal: fc.constantFrom(true, true, false),
  idTokenClaims: fc.boolean(),
  requests: fc.array(requests, { minLength: 1, maxLength: 2 }),
});

/** The line under which a claim of this request may leave; undefined if the registration does not allow the claim. */
function lineOf(claim: string, { registered, personal }: Case, { scopes }: Request): string | undefined {
  const scope = scopeOfClaim[claim];
  if (scope === undefined || !registered.includes(scope) || (isPersonal(claim) && !personal)) return undefined;
  if (!scopes.includes(scope)) return lineName(claim);
  return isPersonal(claim) ? 'personal' : scope;
}

/** What must arrive at a place: claims of the scopes where the place has them, and those that `claims` names there. */
function expectedAt(place: 'id_token' | 'userinfo', given: Case, request: Request, allowed: ReadonlySet<string>): Claims {
  const hasScopes = place === 'userinfo' || given.idTokenClaims;
  const { own } = shapes[given.shape] ?? { own: {} };
  return Object.fromEntries(
    Object.entries(own).filter(([claim]) => {
      const line = lineOf(claim, given, request);
      if (line === undefined || !allowed.has(line)) return false;
      // Personal details are a part of the profile: without it, only a request by their name brings them.
      const byScope = hasScopes && request.scopes.includes(scopeOfClaim[claim] ?? '') && allowed.has(scopeOfClaim[claim] ?? '');
      return byScope || claim in request.claims[place];
    }),
  );
}

/** Lines of the page for a request: those that exist, are asked for and may be had. */
function linesOf(given: Case, request: Request): readonly string[] {
  const asked = [...Object.keys(request.claims.id_token), ...Object.keys(request.claims.userinfo)];
  const scopes = request.scopes.filter((scope) => given.registered.includes(scope));
  const byScope = scopes.includes('profile') && given.personal ? [...scopes, 'personal'] : scopes;
  return [...new Set([...byScope, ...asked.flatMap((claim) => lineOf(claim, given, request) ?? [])])];
}

/** Lines of the claims that a request has named and that were allowed: asked for again only by name, they leave without a page. */
function namesIn(given: Case, request: Request, allowed: ReadonlySet<string>): Set<string> {
  const personal = request.scopes.includes('profile') && given.personal ? ['gender', 'birthdate', 'zoneinfo'] : [];
  const asked = [...Object.keys(request.claims.id_token), ...Object.keys(request.claims.userinfo), ...personal];
  return new Set(asked.filter((claim) => allowed.has(lineOf(claim, given, request) ?? '')).map(lineName));
}

async function run(given: Case): Promise<void> {
  const { browser } = shapes[given.shape] ?? shapes[0] ?? {};
  if (browser === undefined) throw new Error('no shape');
  const scopes = ['openid' as const, ...dataScopes.filter((scope) => given.registered.includes(scope))];
  const party = await newRelyingParty(app, { scopes, personal: given.personal, idTokenClaims: given.idTokenClaims });
  const ever = new Set<string>();
  let named = new Set<string>();
  for (const request of given.requests) {
    const params = { scope: ['openid', ...request.scopes].join(' '), claims: JSON.stringify(request.claims) };
    const begun = await begin(party, params);
    let stop = await open(app, browser, begun.url);
    const isAsked = stop.url.pathname === '/consent';
    const lines = linesOf(given, request);
    let allowed = new Set<string>(lines.filter((line) => ever.has(line) || named.has(line)));
    if (isAsked) {
      const uid = stop.url.searchParams.get('interaction') ?? '';
      const page = must(await browser.get<{ scopes: { name: string }[] }>(`/openid/interaction/${uid}`));
      expect(page.scopes.map(({ name }) => name).toSorted()).toEqual(['openid', ...lines].toSorted());
      allowed = new Set(lines.filter((line) => request.ticks.some((tick) => tick === line)));
      for (const line of allowed) ever.add(line);
      named = namesIn(given, request, allowed);
      stop = await consent(app, browser, stop, request.ticks);
    }
    const tokens = await exchange(party, { ...begun, callback: stop.url });
    const idToken: Claims = { ...tokens.claims() };
    const { sub, ...userinfo } = await client.fetchUserInfo(party.config, tokens.access_token, client.skipSubjectCheck);
    expect(sub).toBe(idToken['sub']);
    expect(userinfo).toEqual(expectedAt('userinfo', given, request, allowed));
    const beyond = Object.fromEntries(Object.entries(idToken).filter(([name]) => !ofSignIn.includes(name) && name !== 'at_hash'));
    expect(beyond).toEqual(expectedAt('id_token', given, request, allowed));
    for (const name of ofSignIn) if (name !== 'amr') expect(idToken).toHaveProperty(name);
  }
}

it('a claim leaves exactly if it is asked for, registered, ticked and the account’s own, and nothing essential is forced', async () => {
  await fc.assert(fc.asyncProperty(cases, run), { numRuns: 80, endOnFailure: true });
}, 120_000);
