import { unionIdOf } from './people.ts';
import type { SimulatedAnswer } from './simulated-http.ts';

type Profile = Readonly<Record<string, unknown>>;

/** Members of a profile that decorate. */
interface Places {
  readonly name: string;
  readonly pictures: readonly string[];
}

interface Breakage {
  readonly effect: string;
  /** The name of the person here; undefined if no name can be read. */
  readonly shown: (name: string) => string | undefined;
  readonly answer: (profile: Profile, places: Places) => SimulatedAnswer;
}

/** A name whose JSON text has further bytes behind its first character; `seen` is left of them. */
function nameWith(effect: string, bytes: string | Buffer, seen = ''): Breakage {
  return {
    effect,
    shown: (name) => name.slice(0, 1) + seen + name.slice(1),
    answer: (profile, { name }) => {
      const text = String(profile[name]);
      const [before = '', after = ''] = JSON.stringify({ ...profile, [name]: '\uf8ff' }).split('\uf8ff');
      return { body: Buffer.concat([Buffer.from(before + text.slice(0, 1)), Buffer.from(bytes), Buffer.from(text.slice(1) + after)]) };
    },
  };
}

function nameIs(effect: string, value: unknown, shown: string): Breakage {
  return { effect, shown: () => shown, answer: (profile, { name }) => ({ body: JSON.stringify({ ...profile, [name]: value }) }) };
}

function wrapped(effect: string, wrap: (json: string, profile: Profile) => string, shown = true): Breakage {
  return {
    effect,
    shown: (name) => (shown ? name : undefined),
    answer: (profile) => ({ body: wrap(JSON.stringify(profile), profile) }),
  };
}

function picture(effect: string, url: string): Breakage {
  return {
    effect,
    shown: (name) => name,
    answer: (profile, { pictures }) => ({
      body: JSON.stringify({ ...profile, ...Object.fromEntries(pictures.map((name) => [name, url])) }),
    }),
  };
}

/** Whose unionid `quotedMembers` writes. */
export const quotedPerson = 'quoted';

/** Ways in which real platforms have broken a profile, by the name of their switch. */
export const brokenProfiles = {
  rawControl: nameWith('the name has a raw control character (0x14)', '\u0014'),
  rawZero: nameWith('the name has a raw NUL', '\0'),
  rawLineEnd: nameWith('the name has a raw end of a line', '\r\n', ' '),
  escapedZero: nameWith('the name has an escaped NUL', String.raw`\u0000`),
  unknownEscape: nameWith('the name has escapes that JSON does not know', String.raw`\x14`),
  halfEmoji: nameWith('the name has half an emoji, escaped', String.raw`\ud83c`),
  brokenUtf8: nameWith('the name ends within a character of UTF-8', Buffer.from([0xe6, 0xb5])),
  direction: nameWith('the name turns the direction of the text around it', '\u202e\u200b'),
  numericName: nameIs('the name is a number', 20261128, '20261128'),
  nullName: nameIs('the name is null', null, ''),
  noName: nameIs('the name is missing', undefined, ''),
  blankName: nameIs('the name has nothing that can be seen', '\u3164\u200b\u2800', ''),
  objectName: nameIs('the name is an object', { text: 'A' }, ''),
  byteOrderMark: wrapped('a byte order mark comes first', (json) => `\ufeff${json}`),
  jsonpProfile: wrapped(
    'the profile is JSONP with a raw control character',
    (json) => `/**/_Callback( ${json.replace('{', '{\u0014')} );\n`,
  ),
  formProfile: wrapped('the profile is form text with broken percent signs', (_json, profile) => {
    const texts = Object.entries(profile).map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]);
    return `${new URLSearchParams(Object.fromEntries(texts)).toString()}&more=%E6%B5%zz%00`;
  }),
  openQuote: wrapped('a quotation mark is not escaped', (json) => json.replace('{', '{"motto":"a "quote"",'), false),
  quotedMembers: wrapped('a quotation mark in a text of the person was not escaped, and made members of somebody else', (json) =>
    json.replace(/\}$/, `,"unionid":"${unionIdOf(quotedPerson)}"}`),
  ),
  cutProfile: wrapped('the profile ends in the middle', (json) => json.slice(0, -9), false),
  listProfile: wrapped('the profile is a list', () => '[]', false),
  noProfile: {
    effect: 'the profile is refused',
    shown: () => undefined,
    answer: () => ({ status: 502, body: '<html>Bad Gateway</html>' }),
  },
  lostPicture: picture('the picture is where nothing answers', 'https://thirdwx.qlogo.cn.invalid/0'),
  noPicture: picture('the picture has no URL', '\u0000 /0'),
  longPicture: picture('the URL of the picture is endless', `https://thirdwx.qlogo.cn/${'0'.repeat(5000)}`),
} as const satisfies Readonly<Record<string, Breakage>>;

export const brokenProfileSwitches: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(brokenProfiles).map(([name, { effect }]) => [name, effect]),
);

/** A profile as the platform sends it, broken by the switches that are on. */
export function sendProfile(
  profile: Profile,
  { places, switches, type }: { readonly places: Places; readonly switches: ReadonlySet<string>; readonly type: string },
): SimulatedAnswer {
  const breakage = Object.entries(brokenProfiles).find(([name]) => switches.has(name))?.[1];
  return { type, ...(breakage?.answer(profile, places) ?? { body: JSON.stringify(profile) }) };
}
