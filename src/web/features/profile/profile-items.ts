import type { ProfileChanges } from './save-profile.ts';
import { birthdayRules } from '#contract/rules/birthday.ts';
import { normaliseProfileText, profileTextRules, yearRules } from '#contract/rules/profile.ts';
import { halfWidth } from '#contract/rules/rule.ts';
import type { AccountView } from '#contract/schemas/account.ts';
import { countries } from '#contract/vocabulary/countries.ts';
import { degrees } from '#contract/vocabulary/degrees.ts';
import type { ProfileItem } from '#contract/vocabulary/profile-items.ts';
import type { MessageKey } from '#web/lib/i18n.tsx';
import type { FieldRules } from '#web/ui/form/field-checks.ts';

/** The items of spec 3 that have no limit of their own, in the groups that are edited together (brief 3.3). */
export const profileGroups = {
  personal: { title: 'pf.g.personal', items: ['realName', 'gender', 'birthday', 'country', 'address', 'signature', 'profile'] },
  edu: { title: 'pf.g.edu', items: ['degree', 'school', 'department', 'year'] },
  work: { title: 'pf.g.work', items: ['industry', 'company', 'title'] },
} as const satisfies Record<string, { readonly title: MessageKey; readonly items: readonly ProfileItem[] }>;

export type ProfileGroup = keyof typeof profileGroups;

/** The items as a form holds them: codes as texts. */
export type ProfileValues = Readonly<Record<ProfileItem, string>>;

export const itemLabels: Readonly<Record<ProfileItem, MessageKey>> = {
  realName: 'pf.realname',
  gender: 'pf.gender',
  birthday: 'pf.birthday',
  country: 'pf.country',
  address: 'pf.address',
  signature: 'pf.signature',
  profile: 'pf.profile',
  degree: 'pf.degree',
  school: 'pf.school',
  department: 'pf.department',
  year: 'pf.year',
  industry: 'pf.industry',
  company: 'pf.company',
  title: 'pf.title',
};

const text = (item: keyof typeof profileTextRules): FieldRules => ({
  rules: profileTextRules[item],
  normalise: (value) => normaliseProfileText(item, value),
});

export const itemRules: Readonly<Partial<Record<ProfileItem, FieldRules>>> = {
  realName: text('realName'),
  birthday: { rules: birthdayRules },
  address: text('address'),
  signature: text('signature'),
  profile: text('profile'),
  school: text('school'),
  department: text('department'),
  year: { rules: yearRules, normalise: (value) => halfWidth(value).trim() },
  company: text('company'),
  title: text('title'),
};

/** The items of a group that an account has: a country is asked of those outside Mainland China (brief 3.3). */
export function itemsOf(group: ProfileGroup, account: AccountView): readonly ProfileItem[] {
  const { items } = profileGroups[group];
  return items.filter((item) => item !== 'country' || account.region === 'DE' || account.country !== '');
}

/** What the account has, as a form begins with it. */
export function valuesOf(account: AccountView): ProfileValues {
  const { realName, gender, birthday, country, address, signature, profile, degree, school, department, year, industry, company, title } =
    account;
  return {
    realName,
    gender: String(gender),
    birthday,
    country,
    address,
    signature,
    profile,
    degree,
    school,
    department,
    year,
    industry: String(industry),
    company,
    title,
  };
}

/** What has to be sent: the items that differ. What another tab has changed meanwhile stays. */
export function changesOf(from: ProfileValues, to: ProfileValues): ProfileChanges {
  const { gender, industry, degree, country, ...texts } = to;
  return {
    ...Object.fromEntries(Object.entries(texts).filter(([item, value]) => from[item as ProfileItem] !== value)),
    ...(gender === from.gender ? {} : { gender: Number(gender) }),
    ...(industry === from.industry ? {} : { industry: Number(industry) }),
    ...(country === from.country ? {} : { country: countries.find((each) => each === country) ?? '' }),
    ...(degree === from.degree ? {} : { degree: degrees.find((each) => each === degree) ?? '' }),
  };
}

/** Today where the person is, as yyyy-mm-dd: no birthday is later. */
export function localToday(): string {
  const now = new Date();
  const two = (part: number) => String(part).padStart(2, '0');
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}
