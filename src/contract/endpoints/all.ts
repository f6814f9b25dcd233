import type { Endpoints } from '#contract/endpoint.ts';
import { agreementsEndpoints } from './agreements.ts';
import { activityEndpoints } from './activity.ts';
import { dataEndpoints } from './data.ts';
import { rightsRequestsEndpoints } from './rights-requests.ts';
import { accountEndpoints } from './account.ts';
import { familyEndpoints } from './family.ts';
import { contactsEndpoints } from './contacts.ts';
import { appsEndpoints } from './apps.ts';
import { avatarEndpoints } from './avatar.ts';
import { socialAccountsEndpoints } from './social-accounts.ts';
import { checksEndpoints } from './checks.ts';
import { codesEndpoints } from './codes.ts';
import { deletionEndpoints } from './deletion.ts';
import { desktopEndpoints } from './desktop.ts';
import { developerEndpoints } from './developer.ts';
import { devicesEndpoints } from './devices.ts';
import { noticesEndpoints } from './notices.ts';
import { openidEndpoints } from './openid.ts';
import { passkeysEndpoints } from './passkeys.ts';
import { passwordEndpoints } from './password.ts';
import { profileEndpoints } from './profile.ts';
import { qrEndpoints } from './qr.ts';
import { referenceEndpoints } from './reference.ts';
import { registrationEndpoints } from './registration.ts';
import { secondStepEndpoints } from './second-step.ts';
import { sessionEndpoints } from './session.ts';
import { settingsEndpoints } from './settings.ts';
import { signInEndpoints } from './sign-in.ts';
import { ticketEndpoints } from './ticket.ts';
import { twoStepEndpoints } from './two-step.ts';
import { checkupEndpoints } from './checkup.ts';
import { transparencyEndpoints } from './transparency.ts';
import { upgradeEndpoints } from './upgrade.ts';
import { recoveryEndpoints } from './recovery.ts';
import { claimsEndpoints } from './claims.ts';
import { containmentEndpoints } from './containment.ts';
import { waysEndpoints } from './ways.ts';
import { identityProofEndpoints } from './identity-proof.ts';

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
