import type { Outside } from '#server/capabilities/developer/outside.ts';
import { agreementsCapability } from '#server/capabilities/agreements/capability.ts';
import { familyCapability } from '#server/capabilities/family/capability.ts';
import { createGuardianCheck } from '#server/capabilities/family/guardian-check.ts';
import { activityCapability } from '#server/capabilities/activity/capability.ts';
import { accountCapability } from '#server/capabilities/account/capability.ts';
import { dataCapability } from '#server/capabilities/data/capability.ts';
import { contactsCapability } from '#server/capabilities/contacts/capability.ts';
import { appsCapability } from '#server/capabilities/apps/capability.ts';
import { avatarCapability } from '#server/capabilities/avatar/capability.ts';
import { socialAccountsCapability } from '#server/capabilities/social-accounts/capability.ts';
import { checkupCapability } from '#server/capabilities/checkup/capability.ts';
import { checksCapability } from '#server/capabilities/checks/capability.ts';
import { codesCapability } from '#server/capabilities/codes/capability.ts';
import { deletionCapability } from '#server/capabilities/deletion/capability.ts';
import { developerCapability } from '#server/capabilities/developer/capability.ts';
import { desktopCapability } from '#server/capabilities/desktop/capability.ts';
import { devicesCapability } from '#server/capabilities/devices/capability.ts';
import { claimsOfScopes } from '#server/capabilities/openid/claims.ts';
import { noticesCapability } from '#server/capabilities/notices/capability.ts';
import { openidCapability } from '#server/capabilities/openid/capability.ts';
import { passkeysCapability } from '#server/capabilities/passkeys/capability.ts';
import { passwordCapability } from '#server/capabilities/password/capability.ts';
import { profileCapability } from '#server/capabilities/profile/capability.ts';
import { qrCapability } from '#server/capabilities/qr/capability.ts';
import { referenceCapability } from '#server/capabilities/reference/capability.ts';
import { registrationCapability } from '#server/capabilities/registration/capability.ts';
import { rightsRequestsCapability } from '#server/capabilities/rights-requests/capability.ts';
import { signInCapability } from '#server/capabilities/sign-in/capability.ts';
import { containmentCapability } from '#server/capabilities/containment/capability.ts';
import { claimsCapability } from '#server/capabilities/claims/capability.ts';
import { recoveryCapability } from '#server/capabilities/recovery/capability.ts';
import { waysCapability } from '#server/capabilities/ways/capability.ts';
import { signalsCapability } from '#server/capabilities/signals/capability.ts';
import { settingsCapability } from '#server/capabilities/settings/capability.ts';
import { ticketCapability } from '#server/capabilities/ticket/capability.ts';
import { transparencyCapability } from '#server/capabilities/transparency/capability.ts';
import { twoStepCapability } from '#server/capabilities/two-step/capability.ts';
import { upgradeCapability } from '#server/capabilities/upgrade/capability.ts';
import { identityProofCapability } from '#server/capabilities/identity-proof/capability.ts';
import type { Capability } from '#server/core/capability.ts';
import type { Core } from '#server/core/core.ts';
import type { BlobStore } from '#server/platform/blob/blob-store.ts';
import type { Config } from '#server/platform/config.ts';
import { nowhere, type Places } from '#server/platform/geo/places.ts';
import { type PlaceOf } from '#server/platform/geo/places.ts';
import { familyErasure } from '#server/capabilities/family/erase-family.ts';
import type { Agreements } from '#server/core/agreements/agreements.ts';
import type { OutboxQueue } from '#server/platform/outbox/outbox-queue.ts';
import type { RenderPage } from '#server/capabilities/openid/provider.ts';
import type { SocialClients } from '#server/platform/social/social.ts';
import type { Following } from '#server/capabilities/account/follow.ts';
import { copyUrl } from './copy-files.ts';
import { openSealedFiles } from './configured.ts';
import { type OwnProtocol } from './own-protocol.ts';
import type { OpenPlatform } from './wire-platform.ts';

interface CapabilityParts {
  readonly config: Config;
  readonly platform: OpenPlatform;
  readonly queue: OutboxQueue;
  readonly agreements: Agreements;
  readonly blobs: BlobStore;
  readonly places: Places | undefined;
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
export async function openCapabilities(core: Core, parts: CapabilityParts) {
  const { config, platform, queue, agreements, blobs, places, social, following, renderPage, protocol, outside } = parts;
  const { jobs, fieldKeys, captcha } = platform;
  const { supportEmail, brand, retention, developers } = config;
  const placeOf: PlaceOf = (address, language) => places?.find(address, language) ?? nowhere;

  const signIn = signInCapability(core);
  const apps = appsCapability(core);
  const avatar = avatarCapability(core, blobs);
  const files = await openSealedFiles(config, core.store.clock);
  const data = dataCapability(core, { retention, files, avatars: blobs, brand: brand.id, copyUrl, jobs });
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
    transparencyCapability(core, brand.id),
    checkupCapability(core),
    ticketCapability(core, openid.ownerOf),
    settingsCapability(core, openid.ownerOf),
    desktop,
    waysCapability(core),
    recoveryCapability(core, { hasDesk: config.desk !== undefined }),
    containmentCapability(core),
    signals,
    developer,
  ];
  const deletion = deletionCapability(core, {
    queue,
    modules: [...others.flatMap(({ erase = [] }) => erase), familyErasure(core.store)],
    documentKeys: data.documentKeys,
    toldApps: apps.toldApps,
    receiptRules: { issuer: core.evidence.publicUrl, auditDays: retention.auditDays },
  });
  const family = familyCapability(core, {
    supportEmail,
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
