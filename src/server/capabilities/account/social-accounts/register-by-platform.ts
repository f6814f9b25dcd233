import type { Platform } from '#contract/vocabulary/platforms.ts';
import { identifier, type Identifier } from '#server/core/account/identifiers/identifier.ts';
import { IdentifierTaken } from '#server/core/account/identifiers/identifier-taken.ts';
import { newNickname } from '#server/core/account/identifiers/new-nickname.ts';
import { readAccount } from '#server/core/account/accounts/read-account.ts';
import type { AcceptedAgreement, Agreed } from '#server/core/account/agreements/agreements.ts';
import type { Origin } from '#server/core/protection/audit/audit.ts';
import { checkFields } from '#server/platform/check-fields.ts';
import { codeField, contactField } from '#server/core/account/fields/fields.ts';
import type { Identity } from '#server/core/account/identity/identity.ts';
import type { Journal } from '#server/core/protection/journal/journal.ts';
import type { SignedInAccount } from '#server/core/sign-in/sessions/answer-signed-in.ts';
import type { Visit } from '#server/core/sign-in/sessions/visit.ts';
import type { SignUps } from '#server/core/account/sign-ups/sign-ups.ts';
import { claimPendingIdentity } from './authorizations.guarded.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { fetchAvatar } from '#server/platform/social/fetch-avatar.ts';
import type { SocialIdentity, SocialClients } from '#server/platform/social/social.ts';
import { clientOf } from './authorization.ts';
import { SocialAccountTaken, findOwner, insertSocialAccount } from './social-accounts.repository.ts';

import { keepGrant } from './keep-grant.ts';
import { findPending, type PendingDeps, type PendingIdentity } from './pending-identity.ts';

/** Makes the picture the account's avatar if it has none (`capabilities/avatar`). */
export type CopyAvatar = (input: {
  readonly accountId: string;
  readonly bytes: Buffer;
  readonly origin: Pick<Origin, 'clientIp' | 'requestId'>;
}) => Promise<void>;

export interface RegisterByPlatformDeps extends PendingDeps {
  readonly identity: Identity;
  readonly journal: Journal;
  readonly signUps: SignUps;
  readonly social: SocialClients;
  readonly copyAvatar: CopyAvatar;
}

export interface PlatformRegistration {
  readonly phone: string;
  readonly code: string;
  readonly platform: Platform;
  readonly platformKey: string;
  readonly agreements: readonly AcceptedAgreement[];
  /** The captcha's proof, if one was required. */
  readonly validate: string | undefined;
}

/**
 * Makes an account for a phone that a code has proven, binds the social account that waits under the key, and signs in.
 * Copies name and picture where possible. An account that already has the phone is never bound silently: the answer
 * suggests signing in to it, and the key stays valid for binding then.
 *
 * Agreements → rules → key → is the person still unbound → captcha, code and place (`SignUps`) → one transaction, with
 * the key spent and the binding → picture.
 *
 * @throws {Refusal} agreementMissing, agreementChanged, badRequest with the failed rules, tokenError, wechatUsed,
 * socialAlreadyBound, captchaFailed, unsafeRegistration, smsCodeWrong, smsCodeNotObtained, tooFrequent, signUpLimit,
 * legacyPhone, phoneExists with `data.suggestion`
 */
export async function registerByPlatform(
  deps: RegisterByPlatformDeps,
  visit: Visit,
  input: PlatformRegistration,
): Promise<SignedInAccount & { readonly continue: string }> {
  const { platform, platformKey } = input;
  const agreed = deps.identity.agreements.requireCurrent(input.agreements);
  const { phone, valid_code: code } = checkFields({ phone: contactField('phone', input.phone), valid_code: codeField(input.code) });
  const pending = await findPending(deps, { platform, visitor: visit.visitor, key: platformKey });
  if (pending === undefined) throw new Refusal('tokenError', { reason: 'platform_key' });
  if ((await findOwner(deps.store.db, pending.identity)) !== undefined) throw taken(platform);
  const signedIn = await openWith(deps, visit, { ...input, code, phone, pending, agreed });
  await copyPicture(deps, { accountId: signedIn.account.id, identity: pending.identity, visit });
  return { ...signedIn, account: await readAccount(deps.identity, signedIn.account.id), continue: pending.redirect };
}

interface NewPerson extends Pick<PlatformRegistration, 'code' | 'validate'> {
  readonly phone: Identifier<'phone' | 'email'>;
  readonly pending: PendingIdentity;
  readonly agreed: Agreed;
}

/** Uses the person's name at the platform or, if it is not available here, a generated one. */
async function openWith(deps: RegisterByPlatformDeps, visit: Visit, person: NewPerson): Promise<SignedInAccount> {
  const { phone, code, validate, pending, agreed } = person;
  const { identity } = pending;
  const detail = { platform: identity.platform };
  try {
    return await deps.signUps.open(visit, {
      contact: phone,
      code,
      // A phone is a number of Mainland China, and so is the region.
      region: 'CN',
      agreed,
      channel: 'social',
      captcha: { validate, isUsual: false },
      detail,
      make: async () => ({ passwordHash: null, nickname: (await copiedNickname(deps, identity)) ?? newNickname(), mayRename: true }),
      settle: (signedIn, at) => bind(deps, visit, { signedIn, pending, at }),
    });
  } catch (error) {
    if (error instanceof SocialAccountTaken) throw taken(identity.platform);
    if (error instanceof IdentifierTaken) throw new Refusal('phoneExists', { data: { suggestion: 'signInAndBind' } });
    throw error;
  }
}

async function bind(
  { store, journal: { audit } }: RegisterByPlatformDeps,
  visit: Visit,
  { signedIn, pending, at }: { readonly signedIn: SignedInAccount; readonly pending: PendingIdentity; readonly at: number },
): Promise<void> {
  const { identity } = pending;
  const accountId = signedIn.account.id;
  const { sessionId } = signedIn.session;
  if (!(await claimPendingIdentity(store.db, { id: pending.id, at }))) {
    throw new Refusal('tokenError', { reason: 'platform_key has just been used' });
  }
  await insertSocialAccount(store.db, { accountId, identity, at });
  await keepGrant(store, accountId, identity);
  await audit.record({ event: 'social.bound', accountId, sessionId, origin: visit, detail: { platform: identity.platform } });
}

/** The name at the platform as a nickname, without spaces, if the rules, the words and the other accounts allow it. */
async function copiedNickname(
  { identity: { accounts, words } }: RegisterByPlatformDeps,
  { profile }: SocialIdentity,
): Promise<Identifier<'nickname'> | undefined> {
  const nickname = identifier('nickname', (profile?.name ?? '').replaceAll(' ', '_'));
  if (nickname === undefined || words.isReserved(nickname.shown) || words.isSensitive(nickname.shown)) return undefined;
  return (await accounts.exists('nickname', nickname.value)) ? undefined : nickname;
}

/** An unavailable picture must not keep a person from their new account. */
async function copyPicture(
  deps: RegisterByPlatformDeps,
  { accountId, identity, visit }: { readonly accountId: string; readonly identity: SocialIdentity; readonly visit: Visit },
): Promise<void> {
  try {
    const bytes = await fetchAvatar(clientOf(deps, identity.platform), identity.profile?.avatarUrl);
    if (bytes !== undefined) await deps.copyAvatar({ accountId, bytes, origin: visit });
  } catch (error) {
    deps.journal.log.warn({ err: error, platform: identity.platform }, 'a picture could not be copied');
  }
}

/** WeChat has its own number in the catalogue (1026). */
function taken(platform: Platform): Refusal {
  return new Refusal(platform === 'wechat' ? 'wechatUsed' : 'socialAlreadyBound');
}
