import { Type } from '#contract/json-schema.ts';
import type { profileEndpoints } from '#contract/endpoints/profile.ts';
import type { SchemasFor } from '#contract/schema.ts';
import { countries } from '#contract/vocabulary/countries.ts';
import { degrees } from '#contract/vocabulary/degrees.ts';
import { industries } from '#contract/vocabulary/industries.ts';
import { genders } from '#contract/vocabulary/genders.ts';
import { languages } from '#contract/vocabulary/languages.ts';
import { regions } from '#contract/vocabulary/regions.ts';
import { accountSchema } from './account.ts';
import { choice, closed, text } from './shapes.ts';

/** The last code of a list of codes that starts at 0. */
const last = (codes: readonly number[]) => codes.length - 1;

/** The profile items of spec 3, under their names in the account. '' empties a text, a country, a degree and a birthday. */
const profileItems = {
  username: Type.Optional(text),
  nickname: Type.Optional(text),
  gender: Type.Optional(Type.Integer({ minimum: 0, maximum: last(genders) })),
  birthday: Type.Optional({ ...text, description: 'yyyy-mm-dd' }),
  address: Type.Optional(text),
  realName: Type.Optional(text),
  signature: Type.Optional(text),
  profile: Type.Optional(text),
  country: Type.Optional({ ...choice([...countries, '']), description: 'ISO 3166-1 alpha-2, or OTHER' }),
  degree: Type.Optional(choice([...degrees, ''])),
  school: Type.Optional(text),
  department: Type.Optional(text),
  year: Type.Optional({ ...text, description: 'yyyy' }),
  industry: Type.Optional(Type.Integer({ minimum: 0, maximum: last(industries) })),
  company: Type.Optional(text),
  title: Type.Optional(text),
};

export const profileSchemas = {
  updateUsername: { body: closed({ username: text }), data: accountSchema },
  updateNickname: { body: closed({ nickname: text }), data: accountSchema },
  updateRegion: { body: closed({ region: choice(regions) }), data: accountSchema },
  updateLanguage: { body: closed({ lang: choice(languages) }), data: accountSchema },
  updateUserinfo: { body: closed(profileItems), data: accountSchema },
} satisfies SchemasFor<typeof profileEndpoints>;
