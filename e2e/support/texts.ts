import { chrome } from '#messages/en/chrome.ts';
import { controls } from '#messages/en/controls.ts';
import { errors } from '#messages/en/errors.ts';
import { notices } from '#messages/en/notices.ts';
import { rules } from '#messages/en/rules.ts';
import { addresses } from '#messages/en/screens/addresses.ts';
import { avatar } from '#messages/en/screens/avatar.ts';
import { bindings } from '#messages/en/screens/bindings.ts';
import { deletion } from '#messages/en/screens/deletion.ts';
import { apps } from '#messages/en/screens/apps.ts';
import { consent } from '#messages/en/screens/consent.ts';
import { devices } from '#messages/en/screens/devices.ts';
import { home } from '#messages/en/screens/home.ts';
import { link } from '#messages/en/screens/link.ts';
import { profile } from '#messages/en/screens/profile.ts';
import { recover } from '#messages/en/screens/recover.ts';
import { register } from '#messages/en/screens/register.ts';
import { results } from '#messages/en/screens/results.ts';
import { security } from '#messages/en/screens/security.ts';
import { signIn } from '#messages/en/screens/sign-in.ts';
import { upgrade } from '#messages/en/screens/upgrade.ts';
import { vocabulary } from '#messages/en/vocabulary.ts';
import { chrome as chromeZh } from '#messages/zh/chrome.ts';
import { controls as controlsZh } from '#messages/zh/controls.ts';
import { errors as errorsZh } from '#messages/zh/errors.ts';
import { notices as noticesZh } from '#messages/zh/notices.ts';
import { rules as rulesZh } from '#messages/zh/rules.ts';
import { addresses as addressesZh } from '#messages/zh/screens/addresses.ts';
import { avatar as avatarZh } from '#messages/zh/screens/avatar.ts';
import { bindings as bindingsZh } from '#messages/zh/screens/bindings.ts';
import { deletion as deletionZh } from '#messages/zh/screens/deletion.ts';
import { apps as appsZh } from '#messages/zh/screens/apps.ts';
import { consent as consentZh } from '#messages/zh/screens/consent.ts';
import { devices as devicesZh } from '#messages/zh/screens/devices.ts';
import { home as homeZh } from '#messages/zh/screens/home.ts';
import { link as linkZh } from '#messages/zh/screens/link.ts';
import { profile as profileZh } from '#messages/zh/screens/profile.ts';
import { recover as recoverZh } from '#messages/zh/screens/recover.ts';
import { register as registerZh } from '#messages/zh/screens/register.ts';
import { results as resultsZh } from '#messages/zh/screens/results.ts';
import { security as securityZh } from '#messages/zh/screens/security.ts';
import { signIn as signInZh } from '#messages/zh/screens/sign-in.ts';
import { upgrade as upgradeZh } from '#messages/zh/screens/upgrade.ts';
import { vocabulary as vocabularyZh } from '#messages/zh/vocabulary.ts';

export type Lang = 'zh' | 'en';

const english = {
  ...chrome,
  ...controls,
  ...errors,
  ...notices,
  ...rules,
  ...addresses,
  ...avatar,
  ...bindings,
  ...deletion,
  ...apps,
  ...avatar,
  ...consent,
  ...devices,
  ...home,
  ...link,
  ...profile,
  ...recover,
  ...register,
  ...results,
  ...security,
  ...upgrade,
  ...signIn,
  ...vocabulary,
};

const chinese = {
  ...chromeZh,
  ...controlsZh,
  ...errorsZh,
  ...noticesZh,
  ...rulesZh,
  ...addressesZh,
  ...avatarZh,
  ...bindingsZh,
  ...deletionZh,
  ...appsZh,
  ...avatarZh,
  ...consentZh,
  ...devicesZh,
  ...homeZh,
  ...linkZh,
  ...profileZh,
  ...recoverZh,
  ...registerZh,
  ...resultsZh,
  ...securityZh,
  ...upgradeZh,
  ...signInZh,
  ...vocabularyZh,
};

export type TextKey = keyof typeof english;

const all: Readonly<Record<Lang, Readonly<Record<TextKey, string>>>> = { en: english, zh: chinese };

/** The words of the default configuration. */
const words: Readonly<Record<Lang, Readonly<Record<string, string>>>> = {
  en: { brand: 'Cedar ID', os: 'Cedar OS' },
  zh: { brand: '雪松账号', os: '雪松 OS' },
};

export type Translate = (key: TextKey, values?: Readonly<Record<string, string | number>>) => string;

/** The texts as a person reads them in one language. */
export function texts(lang: Lang): Translate {
  return (key, values = {}) =>
    all[lang][key].replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? words[lang][name] ?? whole));
}
