import { Type } from '#contract/json-schema.ts';
import type { profileEndpoints } from '#contract/account/profile/profile.ts';
import type { ProfileItem } from '#contract/account/profile/items.ts';
import type { SchemasFor } from '#contract/schema.ts';
import { languages } from '#contract/vocabulary/languages.ts';
import { regions } from '#contract/vocabulary/regions.ts';
import { accountSchema } from '#contract/account/account/account.schemas.ts';
import { changedItemShapes } from './profile-items.schemas.ts';
import { choice, closed, text } from '#contract/shapes.schemas.ts';

/** Fields of the profile forms; omitted ones stay unchanged. An item that is only here lacks a row of the table. */
const userinfo = {
  username: Type.Optional(text),
  nickname: Type.Optional(text),
  ...changedItemShapes,
} satisfies Readonly<Record<'username' | 'nickname' | ProfileItem, unknown>>;

export const profileSchemas = {
  updateUsername: { body: closed({ username: text }), data: accountSchema },
  updateNickname: { body: closed({ nickname: text }), data: accountSchema },
  updateRegion: { body: closed({ region: choice(regions) }), data: accountSchema },
  updateLanguage: { body: closed({ lang: choice(languages) }), data: accountSchema },
  updateUserinfo: { body: closed(userinfo), data: accountSchema },
} satisfies SchemasFor<typeof profileEndpoints>;
