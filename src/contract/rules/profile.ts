import { limits } from '#contract/limits.ts';
import { max, type Rules } from './rule.ts';

/** The profile text: optional, at most 300 characters (spec 5). */
export const profileRules: Rules = [max(limits.profileMax)];

/** The free texts of a profile. Each is optional; the spec gives the length of `profile` alone, the others are what one line holds. */
export const profileTextRules = {
  address: [max(200)],
  realName: [max(64)],
  signature: [max(100)],
  profile: profileRules,
  school: [max(100)],
  department: [max(100)],
  company: [max(100)],
  title: [max(100)],
} as const satisfies Record<string, Rules>;

/** The year of the education: four digits, or nothing. */
export const yearRules: Rules = [{ name: 'regex', fails: (value) => value !== '' && !/^(?:19|20)\d{2}$/.test(value) }];

/** Controls but the line break, ill-formed text, and what turns the direction of the text around it. */
const unwanted = /[^\P{Cc}\n]|[\p{Cs}\u202a-\u202e\u2066-\u2069]/gu;

/** In Unicode's composed form (NFC), without the white space around it and what cannot be seen; only the profile has several lines. */
export function normaliseProfileText(item: keyof typeof profileTextRules, value: string): string {
  const lines = value.replace(/\r\n?/g, '\n').replaceAll('\t', ' ').replace(unwanted, '').trim().normalize();
  return item === 'profile' ? lines : lines.replaceAll('\n', ' ');
}
