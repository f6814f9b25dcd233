import type { Outside } from '#server/capabilities/apps/developer/addresses/outside.ts';
import { agreementsCapability } from '#server/capabilities/account/agreements/capability.ts';
import { familyCapability } from '#server/capabilities/rights/family/capability.ts';
import { createGuardianCheck } from '#server/capabilities/rights/family/guardian-check.ts';
import { activityCapability } from '#server/capabilities/protection/activity/capability.ts';
import { accountCapability } from '#server/capabilities/account/account/capability.ts';
import { dataCapability } from '#server/capabilities/rights/exports/capability.ts';
import { contactsCapability } from '#server/capabilities/account/contacts/capability.ts';
import { appsCapability } from '#server/capabilities/apps/apps/capability.ts';
import { avatarCapability } from '#server/capabilities/account/avatar/capability.ts';
import { socialAccountsCapability } from '#server/capabilities/account/social-accounts/capability.ts';
import { checkupCapability } from '#server/capabilities/protection/checkup/capability.ts';
import { checksCapability } from '#server/capabilities/account/checks/capability.ts';
import { codesCapability } from '#server/capabilities/sign-in/codes/capability.ts';
import { deletionCapability } from '#server/capabilities/account/deletion/capability.ts';
import { developerCapability } from '#server/capabilities/apps/developer/capability.ts';
import { desktopCapability } from '#server/capabilities/apps/desktop/capability.ts';
import { devicesCapability } from '#server/capabilities/protection/devices/capability.ts';
import { claimsOfScopes } from '#server/capabilities/apps/openid/tokens/claims.ts';
import { noticesCapability } from '#server/capabilities/protection/notices/capability.ts';
import { openidCapability } from '#server/capabilities/apps/openid/capability.ts';
import { passkeysCapability } from '#server/capabilities/sign-in/passkeys/capability.ts';
import { passwordCapability } from '#server/capabilities/sign-in/password/capability.ts';
import { profileCapability } from '#server/capabilities/account/profile/capability.ts';
import { qrCapability } from '#server/capabilities/sign-in/qr/capability.ts';
import { referenceCapability } from '#server/capabilities/account/reference/capability.ts';
import { registrationCapability } from '#server/capabilities/account/registration/capability.ts';
import { rightsRequestsCapability } from '#server/capabilities/rights/requests/capability.ts';
import { signInCapability } from '#server/capabilities/sign-in/sign-in/capability.ts';
import { signOutCapability } from '#server/capabilities/operations/desk/person/sign-out-everybody.ts';
import { containmentCapability } from '#server/capabilities/protection/freeze/capability.ts';
import { claimsCapability } from '#server/capabilities/protection/claims/capability.ts';
import { recoveryCapability } from '#server/capabilities/sign-in/recovery/capability.ts';
import { waysCapability } from '#server/capabilities/sign-in/ways/capability.ts';
import { signalsCapability } from '#server/capabilities/apps/signals/capability.ts';
import { settingsCapability } from '#server/capabilities/apps/settings/capability.ts';
import { ticketCapability } from '#server/capabilities/apps/ticket/capability.ts';
import { transparencyCapability } from '#server/capabilities/rights/transparency/capability.ts';
import { twoStepCapability } from '#server/capabilities/sign-in/two-step/capability.ts';
import { upgradeCapability } from '#server/capabilities/account/upgrade/capability.ts';
import { identityProofCapability } from '#server/capabilities/sign-in/identity-proof/capability.ts';
import type { Capability } from '#server/core/capability.ts';
import type { Core } from '#server/core/core.ts';
import type { BlobStore } from '#server/platform/blob/blob-store.ts';
import type { Belonging } from '#server/platform/installation/belonging.ts';
import type { Config } from '#server/platform/settings/config.ts';
import { type PlaceOf } from '#server/platform/geo/places.ts';
import { familyErasure } from '#server/capabilities/rights/family/erase-family.ts';
import type { Agreements } from '#server/core/account/agreements/agreements.ts';
import type { OutboxQueue } from '#server/platform/sending/outbox/outbox-queue.ts';
import type { RenderPage } from '#server/capabilities/apps/openid/provider.ts';
import type { SocialClients } from '#server/platform/social/social.ts';
import type { Following } from '#server/capabilities/account/account/follow.ts';
import { copyUrl } from './pages/copy-files.ts';
import { type OwnProtocol } from './own-protocol.ts';
import type { OpenPlatform } from './wire-platform.ts';

interface CapabilityParts {
  readonly config: Config;
  readonly platform: OpenPlatform;
  readonly queue: OutboxQueue;
  readonly agreements: Agreements;
  readonly blobs: BlobStore;
  readonly copies: BlobStore;
  readonly belonging: Belonging;
  readonly placeOf: PlaceOf;
  readonly social: SocialClients;
  readonly following: Following;
  readonly renderPage: RenderPage;
  readonly protocol: OwnProtocol;
  readonly outside: Outside;
}

/**
 * Constructs the capabilities, each after those that it is given a function of. Returns all of them, and by name those of
 * which other parts use more than calls and jobs.
 */
export function openCapabilities(core: Core, parts: CapabilityParts) {
  const { config, platform, queue, agreements, blobs, copies, belonging, placeOf, social, following, renderPage, protocol, outside } =
    parts;
  const { jobs, fieldKeys, captcha } = platform;
  const { brand, retention, developers } = config;

  const signIn = signInCapability(core);
  const apps = appsCapability(core);
  const avatar = avatarCapability(core, { blobs, doubt: belonging.doubtOfStrays });
  const data = dataCapability(core, { retention, files: copies, avatars: blobs, belonging, brand: brand.id, copyUrl, jobs });
  const openid = openidCapability(core, { renderPage, placeOf, embedHosts: config.embedHosts });
  const signals = signalsCapability(core, openid.signals, { keeps: config.signalsKeep });
  const desktop = desktopCapability(core, openid);
  const developer = developerCapability(core, { developers, outside, logos: avatar.logos, dispatch: protocol.send, claimsOfScopes });
  const others: readonly Capability[] = [
    referenceCapability({ config, fieldKeys, captcha, agreements }),
    checksCapability(core),
    codesCapability(core),
    registrationCapability(core),
    signIn,
    passkeysCapability(core, signIn.completePasskeySignIn),
    qrCapability(core, placeOf, signIn.completeQrSignIn),
    identityProofCapability(core),
    passwordCapability(core),
    accountCapability(core, following),
    profileCapability(core),
    contactsCapability(core),
    avatar,
    socialAccountsCapability(core, { social, completeSignIn: signIn.completeSocialSignIn, copyAvatar: avatar.copyAvatar }),
    twoStepCapability(core, { placeOf, brand: brand.id, isOffered: config.offersTwoStep, offersSms: config.twoStep.sms }),
    upgradeCapability(core),
    openid,
    apps,
    devicesCapability(core, placeOf),
    activityCapability(core, placeOf),
    data,
    rightsRequestsCapability(core, { deskMail: config.requestsMail, workdays: config.workdaysCn, jobs }),
    agreementsCapability(core, config),
    transparencyCapability(core, config),
    checkupCapability(core, placeOf),
    ticketCapability(core, openid.ownerOf),
    settingsCapability(core, openid.ownerOf),
    desktop,
    waysCapability(core),
    recoveryCapability(core, { hasDesk: config.desk !== undefined }),
    containmentCapability(core),
    signals,
    developer,
    signOutCapability(core),
  ];
  const deletion = deletionCapability(core, {
    queue,
    doubt: belonging.doubt,
    modules: [...others.flatMap(({ erase = [] }) => erase), familyErasure(core.store)],
    documentKeys: data.documentKeys,
    toldApps: apps.toldApps,
    receiptRules: { issuer: core.evidence.publicUrl, auditDays: retention.auditDays },
  });
  const family = familyCapability(core, {
    queueChildCopy: data.queueChildCopy,
    checkGuardian: config.guardianCheck && createGuardianCheck(config.guardianCheck),
    handToDeletion: deletion.open,
  });
  const claims = claimsCapability(core);
  const notices = noticesCapability(core);
  return {
    all: [...others, deletion, family, claims, notices],
    data,
    openid,
    signals,
    desktop,
    developer,
    deletion,
    family,
    claims,
    notices,
  };
}
