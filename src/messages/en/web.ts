import { chrome } from './chrome.ts';
import { controls } from './controls.ts';
import { notices } from './notices.ts';
import { rules } from './errors.ts';
import { vocabulary } from './vocabulary.ts';
import { contacts } from './screens/account/contacts.ts';
import { activity } from './screens/protection/activity.ts';
import { agreements } from './screens/account/agreements.ts';
import { family } from './screens/rights/family.ts';
import { apps } from './screens/apps/apps.ts';
import { claims } from './screens/protection/claims.ts';
import { avatar } from './screens/account/avatar.ts';
import { socialAccounts } from './screens/account/social-accounts.ts';
import { consent } from './screens/apps/consent.ts';
import { data } from './screens/rights/exports.ts';
import { deletion } from './screens/account/deletion.ts';
import { developer } from './screens/apps/developer.ts';
import { devices } from './screens/protection/devices.ts';
import { home } from './screens/account/home.ts';
import { link } from './screens/apps/link.ts';
import { passkeys } from './screens/sign-in/passkeys.ts';
import { profile } from './screens/account/profile.ts';
import { qr } from './screens/sign-in/qr.ts';
import { recover } from './screens/sign-in/recovery.ts';
import { register } from './screens/account/registration.ts';
import { results } from './screens/account/results.ts';
import { security } from './screens/protection/security.ts';
import { settings } from './screens/apps/settings.ts';
import { signIn } from './screens/sign-in/sign-in.ts';
import { checkup } from './screens/protection/checkup.ts';
import { noticeChoice } from './screens/protection/notices.ts';
import { transparency } from './transparency.ts';
import { twoStep } from './screens/sign-in/two-step.ts';
import { upgrade } from './screens/account/upgrade.ts';

/** All texts of the web application. */
export const web = {
  ...chrome,
  ...controls,
  ...notices,
  ...rules,
  ...vocabulary,
  ...contacts,
  ...activity,
  ...agreements,
  ...family,
  ...apps,
  ...claims,
  ...avatar,
  ...socialAccounts,
  ...consent,
  ...data,
  ...deletion,
  ...developer,
  ...devices,
  ...home,
  ...link,
  ...passkeys,
  ...profile,
  ...qr,
  ...recover,
  ...register,
  ...results,
  ...security,
  ...settings,
  ...signIn,
  ...checkup,
  ...noticeChoice,
  ...transparency,
  ...twoStep,
  ...upgrade,
};
