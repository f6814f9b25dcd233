import type { Platform } from '#contract/vocabulary/platforms.ts';
import { languageOfRegion } from '#contract/vocabulary/regions.ts';
import type { Accounts } from '#server/core/accounts/accounts.repository.ts';
import { identifier, type Identifier } from '#server/core/accounts/identifier.ts';
import { IdentifierTaken } from '#server/core/accounts/identifier-taken.ts';
import { newNickname } from '#server/core/accounts/new-nickname.ts';
import { takeSignUp, takeSignUpCaptcha, type SignUpLimitDeps } from '#server/core/sign-ups/sign-up-limit.ts';
import { requireAgreements, type AcceptedAgreement } from '#server/core/agreements/agreements.ts';
import { recordConsent } from '#server/core/agreements/consents.repository.ts';
import type { Audit, Origin } from '#server/core/audit/audit.ts';
import { checkFields } from '#server/core/fields/check-fields.ts';
import { codeField, contactField } from '#server/core/fields/fields.ts';
import type { LegacyAccounts } from '#server/core/legacy/legacy-accounts.ts';
import { beginSession, type SignedInAccount } from '#server/core/sessions/begin-session.ts';
import type { Sessions } from '#server/core/sessions/sessions.ts';
import type { Visit } from '#server/core/sessions/visit.ts';
import type { Codes, PassedCode } from '#server/core/verification/codes.ts';
import type { NameWords } from '#server/core/words/name-words.ts';
import { claimPendingIdentity } from './authorisations.guarded.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { fetchAvatar } from '#server/platform/social/fetch-avatar.ts';
import type { SocialIdentity } from '#server/platform/social/social.ts';
import { clientOf, type AuthorisationDeps } from './authorisation.ts';
import { BindingTaken, findOwner, insertBinding } from './bindings.repository.ts';
import { readAccount } from './bind-platform.ts';
import { keepGrant } from './keep-grant.ts';
import { findPending, type PendingDeps, type PendingIdentity } from './pending-identity.ts';

/** Makes the picture the account's avatar where it has none (`capabilities/avatar`). */
export type CopyAvatar = (input: {
  readonly accountId: string;
  readonly bytes: Buffer;
  readonly origin: Pick<Origin, 'address' | 'requestId'>;
}) => Promise<void>;

export interface RegisterByPlatformDeps extends AuthorisationDeps, PendingDeps, SignUpLimitDeps {
  readonly accounts: Accounts;
  readonly legacyAccounts: LegacyAccounts;
  readonly sessions: Sessions;
  readonly codes: Codes;
  readonly audit: Audit;
  readonly words: NameWords;
  readonly copyAvatar: CopyAvatar;
}

export interface PlatformRegistration {
  readonly phone: string;
  readonly code: string;
  readonly platform: Platform;
  readonly platformKey: string;
  readonly agreements: readonly AcceptedAgreement[];
  /** The captcha's proof, where one was asked for. */
  readonly validate: string | undefined;
}

/**
 * Makes an account for a phone that a code has proven, with the social account bound to it that waits under the key, and signs it in. Name
 * and picture are copied where they can be. An account that has the phone already is never bound silently: the answer suggests to
 * sign in to it, and the key stays good for binding then.
 *
 * Agreements → rules → key → is the person still nobody's → captcha, where this network has made many accounts → code (its try is counted
 * here) → is it a legacy account's → a place among the network's → one transaction: account, code and key spent, binding, consents,
 * session, audit → picture.
 *
 * @throws {Refusal} agreementMissing, agreementChanged, badRequest with the failed rules, tokenError, wechatUsed, socialAlreadyBound,
 * captchaFailed, antiCheating, smsCodeWrong, smsCodeNotObtained, tooFrequent, signUpLimit, legacyPhone, phoneExists with `data.suggestion`
 */
export async function registerByPlatform(
  deps: RegisterByPlatformDeps,
  visit: Visit,
  input: PlatformRegistration,
): Promise<SignedInAccount & { readonly continue: string }> {
  const { platform, platformKey } = input;
  requireAgreements(input.agreements);
  const { phone, valid_code: code } = checkFields({ phone: contactField('phone', input.phone), valid_code: codeField(input.code) });
  const pending = await findPending(deps, { platform, visitor: visit.visitor, key: platformKey });
  if (pending === undefined) throw new Refusal('tokenError', { reason: 'platform_key' });
  if ((await findOwner(deps.db, pending.identity)) !== undefined) throw taken(platform);
  const work = await takeSignUpCaptcha(deps, visit, { scene: 'register', validate: input.validate, isUsual: false });
  const passed = await deps.codes.check(
    { scene: 'register', channel: 'sms', target: phone.value, holder: `visitor:${visit.visitor}` },
    code,
  );
  await deps.legacyAccounts.refuse(phone);
  await takeSignUp(deps, visit, work);
  const signedIn = await makeAccount(deps, visit, { phone, passed, pending });
  await copyPicture(deps, { accountId: signedIn.account.id, identity: pending.identity, visit });
  return { ...signedIn, account: await readAccount(deps, signedIn.account.id), continue: pending.redirect };
}

interface NewPerson {
  readonly phone: Identifier;
  readonly passed: PassedCode;
  readonly pending: PendingIdentity;
}

/** Under the name that they have there; where that is not to be had here, under a made-up one. */
async function makeAccount(deps: RegisterByPlatformDeps, visit: Visit, person: NewPerson): Promise<SignedInAccount> {
  const { identity } = person.pending;
  const copied = await copiedNickname(deps, identity);
  try {
    return await writeAccount(deps, visit, { ...person, nickname: copied ?? newNickname() }).catch((error: unknown) => {
      // Somebody took the name in this very moment.
      if (!(error instanceof IdentifierTaken) || error.kind !== 'nickname') throw error;
      return writeAccount(deps, visit, { ...person, nickname: newNickname() });
    });
  } catch (error) {
    if (error instanceof BindingTaken) throw taken(identity.platform);
    if (error instanceof IdentifierTaken) throw new Refusal('phoneExists', { data: { suggestion: 'signInAndBind' } });
    throw error;
  }
}

function writeAccount(
  deps: RegisterByPlatformDeps,
  visit: Visit,
  { phone, passed, pending, nickname }: NewPerson & { readonly nickname: Identifier },
): Promise<SignedInAccount> {
  const { db, accounts, audit, clock } = deps;
  const { identity } = pending;
  // A phone is a number of Mainland China, and so is the region.
  const region = 'CN';
  const language = visit.langChosen ? visit.lang : languageOfRegion(region);
  return db.tx(async () => {
    const at = clock.now();
    const created = await accounts.create({ region, language, identifiers: [phone, nickname], passwordHash: null, at });
    const accountId = created.id;
    await deps.codes.claim(passed);
    if (!(await claimPendingIdentity(db, { id: pending.id, at }))) {
      throw new Refusal('tokenError', { reason: 'platform_key has just been used' });
    }
    await insertBinding(db, { accountId, identity, at });
    await keepGrant(deps, accountId, identity);
    await recordConsent(db, { accountId, region, language, at });
    const session = await beginSession(deps, { account: created, visit, at });
    const { sessionId } = session;
    const { platform } = identity;
    await audit.record({ event: 'account.registered', accountId, sessionId, origin: visit, detail: { platform } });
    await audit.record({ event: 'social.bound', accountId, sessionId, origin: visit, detail: { platform } });
    return { account: created, session };
  });
}

/** The name at the platform as a nickname, which has no spaces, where the rules, the words and the others allow it. */
async function copiedNickname({ accounts, words }: RegisterByPlatformDeps, { name }: SocialIdentity): Promise<Identifier | undefined> {
  const nickname = identifier('nickname', name.trim().replaceAll(/\s+/gu, '_'));
  if (nickname === undefined || words.isReserved(nickname.shown) || words.isSensitive(nickname.shown)) return undefined;
  return (await accounts.exists('nickname', nickname.value)) ? undefined : nickname;
}

/** Nobody is kept from their new account by a picture that cannot be had. */
async function copyPicture(
  deps: RegisterByPlatformDeps,
  { accountId, identity, visit }: { readonly accountId: string; readonly identity: SocialIdentity; readonly visit: Visit },
): Promise<void> {
  try {
    const bytes = await fetchAvatar(clientOf(deps, identity.platform), identity);
    if (bytes !== undefined) await deps.copyAvatar({ accountId, bytes, origin: visit });
  } catch (error) {
    deps.log.warn({ err: error, platform: identity.platform }, 'a picture could not be copied');
  }
}

/** WeChat has a number of its own in the catalogue (1026). */
function taken(platform: Platform): Refusal {
  return new Refusal(platform === 'wechat' ? 'wechatUsed' : 'socialAlreadyBound');
}
