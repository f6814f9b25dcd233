import type { Endpoints } from '#contract/endpoint.ts';
import { agreementsEndpoints } from './account/agreements/agreements.ts';
import { activityEndpoints } from './protection/activity/activity.ts';
import { dataEndpoints } from './rights/exports/exports.ts';
import { rightsRequestsEndpoints } from './rights/requests/requests.ts';
import { accountEndpoints } from './account/account/account.ts';
import { familyEndpoints } from './rights/family/family.ts';
import { contactsEndpoints } from './account/contacts/contacts.ts';
import { appsEndpoints } from './apps/apps/apps.ts';
import { avatarEndpoints } from './account/avatar/avatar.ts';
import { socialAccountsEndpoints } from './account/social-accounts/social-accounts.ts';
import { checksEndpoints } from './account/checks/checks.ts';
import { codesEndpoints } from './sign-in/codes/codes.ts';
import { deletionEndpoints } from './account/deletion/deletion.ts';
import { desktopEndpoints } from './apps/desktop/desktop.ts';
import { developerEndpoints } from './apps/developer/developer.ts';
import { devicesEndpoints } from './protection/devices/devices.ts';
import { noticesEndpoints } from './protection/notices/notices.ts';
import { openidEndpoints } from './apps/openid/openid.ts';
import { passkeysEndpoints } from './sign-in/passkeys/passkeys.ts';
import { passwordEndpoints } from './sign-in/password/password.ts';
import { profileEndpoints } from './account/profile/profile.ts';
import { qrEndpoints } from './sign-in/qr/qr.ts';
import { referenceEndpoints } from './account/reference/reference.ts';
import { registrationEndpoints } from './account/registration/registration.ts';
import { secondStepEndpoints } from './sign-in/two-step/second-step.ts';
import { sessionEndpoints } from './sign-in/sign-in/session.ts';
import { settingsEndpoints } from './apps/settings/settings.ts';
import { signInEndpoints } from './sign-in/sign-in/sign-in.ts';
import { ticketEndpoints } from './apps/ticket/ticket.ts';
import { twoStepEndpoints } from './sign-in/two-step/two-step.ts';
import { checkupEndpoints } from './protection/checkup/checkup.ts';
import { transparencyEndpoints } from './rights/transparency/transparency.ts';
import { upgradeEndpoints } from './account/upgrade/upgrade.ts';
import { recoveryEndpoints } from './sign-in/recovery/recovery.ts';
import { claimsEndpoints } from './protection/claims/claims.ts';
import { containmentEndpoints } from './protection/freeze/freeze.ts';
import { waysEndpoints } from './sign-in/ways/ways.ts';
import { identityProofEndpoints } from './sign-in/identity-proof/identity-proof.ts';

/** Every call of the contract by group: the one table for the pending list, the OpenAPI page and the tests. */
export const allEndpoints = {
  reference: referenceEndpoints,
  checks: checksEndpoints,
  codes: codesEndpoints,
  registration: registrationEndpoints,
  signIn: signInEndpoints,
  secondStep: secondStepEndpoints,
  passkeys: passkeysEndpoints,
  qr: qrEndpoints,
  session: sessionEndpoints,
  account: accountEndpoints,
  identityProof: identityProofEndpoints,
  ticket: ticketEndpoints,
  desktop: desktopEndpoints,
  profile: profileEndpoints,
  avatar: avatarEndpoints,
  contacts: contactsEndpoints,
  password: passwordEndpoints,
  ways: waysEndpoints,
  recovery: recoveryEndpoints,
  claims: claimsEndpoints,
  containment: containmentEndpoints,
  twoStep: twoStepEndpoints,
  socialAccounts: socialAccountsEndpoints,
  openid: openidEndpoints,
  apps: appsEndpoints,
  devices: devicesEndpoints,
  developer: developerEndpoints,
  activity: activityEndpoints,
  notices: noticesEndpoints,
  settings: settingsEndpoints,
  data: dataEndpoints,
  rightsRequests: rightsRequestsEndpoints,
  agreements: agreementsEndpoints,
  family: familyEndpoints,
  transparency: transparencyEndpoints,
  checkup: checkupEndpoints,
  upgrade: upgradeEndpoints,
  deletion: deletionEndpoints,
} as const satisfies Readonly<Record<string, Endpoints>>;
