import type { FreezeReason, FreezeSource } from '#contract/protection/freeze/incidents.words.ts';
import { clean } from '#contract/rules/clean.ts';
import { codeRules } from '#contract/rules/code.ts';
import type { PasskeyAssertion } from '#contract/sign-in/passkeys/passkeys.words.ts';
import type { Account } from '#server/core/account/accounts/account.ts';
import type { AskedPassword } from '#server/platform/crypto/password-hasher.ts';
import type { Evidence } from '#server/core/sign-in/evidence/evidence.ts';
import { codeAccountField, codeField, paperCodeField, passwordField } from '#server/core/account/fields/fields.ts';
import type { Identity } from '#server/core/account/identity/identity.ts';
import { freezeAccount, type Freeze, type FreezeDeps } from '#server/core/protection/freeze/freeze-account.ts';
import { readAccount } from '#server/core/account/accounts/read-account.ts';
import type { Visit } from '#server/core/sign-in/sessions/visit.ts';
import { comparedPasswords, formerApps, formerPapers, formerPasswords } from '#server/core/sign-in/former-things/former-things.ts';
import { mayFreeze } from '#server/core/sign-in/ways/decisions.ts';
import type { WayId } from '#server/core/sign-in/ways/way.ts';
import type { Contact } from '#server/core/account/identifiers/contact.ts';
import type { Gate } from '#server/core/sign-in/gate/gate.ts';
import { countedFor, limitKey } from '#server/core/sign-in/known-browsers/account-limits.ts';
import { knowsBrowser } from '#server/core/sign-in/known-browsers/known-browsers.repository.ts';
import { captchaSolved } from '#server/core/sign-in/password/sign-in-attempts.ts';
import { onWayBack } from '#server/core/sign-in/identity-proof/sign-in-tickets.ts';
import { freezeCeremony } from '#server/core/sign-in/passkeys/ceremony.ts';
import { shownPasskey } from '#server/core/sign-in/passkeys/passkeys.ts';
import { checkFields } from '#server/platform/check-fields.ts';
import { day } from '#server/platform/clock.ts';
import { networkSource } from '#server/platform/http/requests/work-source.ts';
import { Refusal } from '#server/platform/refusal.ts';

export interface FreezeByWayDeps extends FreezeDeps {
  readonly identity: Identity;
  readonly evidence: Evidence;
  readonly gate: Gate;
}

export interface FreezeByWayInput {
  /** Phone or email; undefined for a passkey, which names its account. */
  readonly account: string | undefined;
  readonly code: string | undefined;
  /** True for a code of an app or of a sheet. */
  readonly unsent: boolean | undefined;
  readonly password: string | undefined;
  /** The captcha's proof, beside a password or such a code. */
  readonly validate: string | undefined;
  readonly credential: PasskeyAssertion | undefined;
  /** A sign-in of this browser that goes no further, such as one with a social account before its second step. */
  readonly ticket: string | undefined;
  readonly why: FreezeReason;
}

/** Ways that were shown, and what spends them. */
interface Shown {
  readonly account: Account;
  readonly ways: readonly WayId[];
  readonly by: Exclude<FreezeSource, 'session' | 'operator'>;
  /** The contact of a code. */
  readonly via?: Contact;
  readonly settle: () => Promise<unknown>;
}

/**
 * Freezes the account of a person who shows one way: one is enough to freeze, and never to end it. So is a way that the
 * account had before, because a thief removes it first. It counts on the way back.
 *
 * Rules → way (its try is counted here) → account → one transaction: way spent, freeze, ticket.
 *
 * @throws {Refusal} badRequest with the failed rules, smsCodeWrong, smsCodeNotObtained, emailCodeWrong,
 * emailCodeNotObtained, captchaFailed, wrongCredentials, stepCodeWrong, passkeyUnknown, passkeyRefused, tooFrequent; tokenError for an account
 * whose erasure has begun, and for a ticket that is over or shows nothing
 */
export async function freezeByWay(
  deps: FreezeByWayDeps,
  visit: Visit,
  input: FreezeByWayInput,
): Promise<{ readonly freeze: Freeze; readonly ticket: string }> {
  const { account, ways, by, via, settle } = await show(deps, visit, input);
  return deps.store.db.tx(async () => {
    const order = { accountId: account.id, by, via, why: input.why, origin: visit, settle };
    const freeze = await freezeAccount(deps, order);
    // Under the credentials of the freeze.
    const now = await readAccount(deps.identity, account.id);
    const ticket = { account: now, purpose: 'recover', shown: ways.map((id) => ({ id })), isUncounted: true } as const;
    return { freeze, ticket: await deps.evidence.signInTickets.issue(visit, ticket) };
  });
}

async function show(
  deps: FreezeByWayDeps,
  visit: Visit,
  { account = '', code = '', unsent = false, password, validate, credential, ticket }: FreezeByWayInput,
): Promise<Shown> {
  if (ticket !== undefined) return showTicket(deps, visit, ticket);
  if (credential !== undefined) return showPasskey(deps, visit, credential);
  if (password !== undefined) return showPassword(deps, visit, { account, password, validate });
  return unsent ? showStep(deps, visit, { account, written: code, validate }) : showCode(deps, visit, { account, code });
}

async function showCode(deps: FreezeByWayDeps, visit: Visit, input: { readonly account: string; readonly code: string }): Promise<Shown> {
  const { account: named, code } = checkFields({ account: codeAccountField(input.account), code: codeField(input.code) });
  const { kind, value } = named;
  const channel = kind === 'phone' ? 'sms' : 'email';
  const { codes } = deps.evidence;
  const passed = await codes.check({ scene: 'freeze', channel, target: value, holder: `visitor:${visit.visitor}` }, code);
  const found = await findOwner(deps, kind === 'phone' ? 'phone' : 'email', value);
  if (found === undefined) throw new Refusal(channel === 'sms' ? 'smsCodeWrong' : 'emailCodeWrong', { reason: 'no such account' });
  const { account, way, address } = found;
  const by = kind === 'phone' ? 'phone' : 'email';
  return { account, ways: [way], by, via: { channel, address }, settle: () => codes.redeem(passed) };
}

/**
 * The present password, or one before it: who takes the phone resets the password first. It takes the same work for a
 * name without an account, and its tries are those of the sign-in. One a day freezes an account: who knows it must not do so
 * all day long.
 */
async function showPassword(
  deps: FreezeByWayDeps,
  visit: Visit,
  input: { readonly account: string; readonly password: string; readonly validate: string | undefined },
): Promise<Shown> {
  const { store, gate } = deps;
  const { account: named, password } = checkFields({ account: codeAccountField(input.account), password: passwordField(input.password) });
  await gate.captcha.verify(input.validate, 'freeze', visit, { work: 1 });
  const account = (await findOwner(deps, named.kind === 'phone' ? 'phone' : 'email', named.value))?.account;
  const { browser, country, clientIp } = visit;
  const candidate = account && { account, browserIsKnown: await knowsBrowser(store.db, { accountId: account.id, browser }) };
  const attempt = { candidate, legacy: undefined, identifier: named, browser, country, clientIp, validate: captchaSolved } as const;
  const found: { way?: WayId } = {};
  const checked = await gate.attempts.check(attempt, async (isLookedAt) => {
    const way = await wayOfPassword(deps, isLookedAt ? account : undefined, { password, source: networkSource(visit) });
    if (way !== undefined) found.way = way;
    return way !== undefined;
  });
  const { way } = found;
  if (account === undefined || way === undefined) throw new Refusal('wrongCredentials', { reason: 'no account, or a wrong password' });
  await takeDay(deps, account);
  // A former one is no reason to forget what was guessed of the present one.
  const isPresent = way === deps.identity.ways.idOf(account, 'password');
  return { account, ways: [way], by: 'password', settle: () => (isPresent ? gate.attempts.succeed(checked) : Promise.resolve()) };
}

/** The one freeze of a day by only the password. */
async function takeDay({ gate }: FreezeByWayDeps, account: Account): Promise<void> {
  if (account.frozenAt !== null) return;
  const taken = await gate.limiter.take([{ key: limitKey('freeze-by-password', account.id), limit: gate.rateFactor, windowMs: day }]);
  if (!taken.ok) throw new Refusal('tooFrequent', { retryAfter: taken.retryAfterSeconds, reason: 'a freeze by password today' });
}

/** Ways that a sign-in has shown, which its second step or the way back holds up. */
async function showTicket(deps: FreezeByWayDeps, visit: Visit, token: string): Promise<Shown> {
  const { identity, evidence } = deps;
  const ticket = await evidence.signInTickets.find(visit, token, ...onWayBack);
  const account = await identity.accounts.findLive(ticket.accountId);
  if (account === undefined) throw new Refusal('tokenError', { reason: 'no such account' });
  const { known } = await identity.ways.of(account);
  const shown = ticket.shown.flatMap(({ id }) => known.get(id) ?? []).filter((way) => mayFreeze(way));
  const by = (shown.find(({ kind }) => kind !== 'password') ?? shown[0])?.kind;
  if (by === undefined) throw new Refusal('tokenError', { reason: 'nothing was shown' });
  if (by === 'password') await takeDay(deps, account);
  return {
    account,
    ways: shown.map(({ id }) => id),
    by: by === 'recoveryCode' ? 'recovery' : by,
    settle: () => evidence.signInTickets.redeem(ticket),
  };
}

async function wayOfPassword(
  { identity: { formers, hasher, ways } }: FreezeByWayDeps,
  account: Account | undefined,
  asked: AskedPassword,
): Promise<WayId | undefined> {
  const had = account === undefined ? [] : formerPasswords((await formers.of(account)).filter(({ way }) => mayFreeze(way)));
  const hashes = [
    { id: account && ways.idOf(account, 'password'), hash: account?.passwordHash ?? null },
    ...Array.from({ length: comparedPasswords }, (_, place) => ({ id: had[place]?.way.id, hash: had[place]?.value ?? null })),
  ];
  let shown: WayId | undefined;
  for (const { id, hash } of hashes) {
    const isRight = hash === null ? (await hasher.verifyNothing(asked), false) : await hasher.verify(hash, asked);
    if (isRight) shown ??= id;
  }
  return shown;
}

/**
 * Proves by a code that no message brings, of a current or former method. Its tries are counted for the name, and for a browser
 * that the account knows: strangers use up no second step.
 */
async function showStep(
  deps: FreezeByWayDeps,
  visit: Visit,
  input: { readonly account: string; readonly written: string; readonly validate: string | undefined },
): Promise<Shown> {
  const { store, gate, identity, evidence } = deps;
  const method = codeRules.some(({ fails }) => fails(clean.code(input.written), {})) ? 'recovery' : 'totp';
  const { account: named, code } = checkFields({
    account: codeAccountField(input.account),
    code: method === 'totp' ? codeField(input.written) : paperCodeField(input.written),
  });
  await gate.captcha.verify(input.validate, 'freeze', visit, { work: 1 });
  const account = (await findOwner(deps, named.kind === 'phone' ? 'phone' : 'email', named.value))?.account;
  const counted = account && (await countedFor(store.db, { accountId: account.id, browser: visit.browser }));
  const name = store.keyring.steadyMac('sign-in-name', named.kind, named.value);
  const key = counted?.browser === undefined ? `freeze-step:${name}` : limitKey('freeze-step', counted);
  const had = account === undefined ? [] : (await identity.formers.of(account)).filter(({ way }) => mayFreeze(way));
  const things = { apps: formerApps(had), papers: formerPapers(had) };
  const passed = await evidence.stepCodes.checkToFreeze(account, { method, code, key, things });
  if (account === undefined || passed === undefined) throw new Refusal('stepCodeWrong', { reason: 'no account, or a wrong code' });
  return { account, ways: [passed.shown.id], by: method, settle: () => passed.settle() };
}

async function showPasskey(
  { identity, evidence: { passkeys } }: FreezeByWayDeps,
  visit: Visit,
  credential: PasskeyAssertion,
): Promise<Shown> {
  const passed = await passkeys.checkAssertion(freezeCeremony(visit), { credential, source: networkSource(visit) });
  const account = await identity.accounts.findLive(passed.passkey.account_id);
  if (account === undefined) throw new Refusal('passkeyRefused', { reason: 'the account is gone' });
  const { city } = visit.placeIn(account.language);
  return { account, ways: [shownPasskey(passed).id], by: 'passkey', settle: () => passkeys.redeemAssertion(passed, city) };
}

async function findOwner(
  { identity: { accounts, formers, ways } }: FreezeByWayDeps,
  kind: 'phone' | 'email',
  value: string,
): Promise<{ readonly account: Account; readonly way: WayId; readonly address: string } | undefined> {
  const account = await accounts.find(kind, value);
  if (account !== undefined) return { account, way: ways.idOf(account, kind), address: value };
  const id = await formers.ownerOf(kind, value);
  const had = id === undefined ? undefined : await accounts.findLive(id);
  if (had === undefined) return undefined;
  const isIt = (was: string) => was.toLowerCase() === value.toLowerCase();
  const former = (await formers.of(had)).find(({ way, value: was }) => way.kind === kind && isIt(was) && mayFreeze(way));
  return former && { account: had, way: former.way.id, address: former.value };
}
