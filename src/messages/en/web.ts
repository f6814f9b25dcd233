import { chrome } from './chrome.ts';
import { controls } from './controls.ts';
import { notices } from './notices.ts';
import { rules } from './rules.ts';
import { vocabulary } from './vocabulary.ts';
import { contacts } from './screens/contacts.ts';
import { activity } from './screens/activity.ts';
import { agreements } from './screens/agreements.ts';
import { family } from './screens/family.ts';
import { apps } from './screens/apps.ts';
import { claims } from './screens/claims.ts';
import { avatar } from './screens/avatar.ts';
import { socialAccounts } from './screens/social-accounts.ts';
import { consent } from './screens/consent.ts';
import { data } from './screens/data.ts';
import { deletion } from './screens/deletion.ts';
import { developer } from './screens/developer.ts';
import { devices } from './screens/devices.ts';
import { home } from './screens/home.ts';
import { link } from './screens/link.ts';
import { passkeys } from './screens/passkeys.ts';
import { profile } from './screens/profile.ts';
import { qr } from './screens/qr.ts';
import { recover } from './screens/recovery.ts';
import { register } from './screens/registration.ts';
import { results } from './screens/results.ts';
import { security } from './screens/security.ts';
import { settings } from './screens/settings.ts';
import { signIn } from './screens/sign-in.ts';
import { checkup } from './screens/checkup.ts';
import { noticeChoice } from './screens/notices.ts';
import { transparency } from './transparency.ts';
import { twoStep } from './screens/two-step.ts';
import { upgrade } from './screens/upgrade.ts';

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
