import { Type } from '#contract/json-schema.ts';
import type { settingsEndpoints } from '#contract/apps/settings/settings.ts';
import { limits } from '#contract/limits.ts';
import type { SchemasFor } from '#contract/schema.ts';
import { settingGroups, settingKeyPattern } from '#contract/apps/settings/settings.words.ts';
import { choice, closed, nothing, text } from '#contract/shapes.schemas.ts';

const params = closed({ key: Type.String({ pattern: settingKeyPattern }) });
const bytes = Type.Integer({ minimum: 0 });
const time = Type.String({ description: 'ISO 8601' });

const stored = {
  key: Type.String(),
  bytes,
  changedAt: time,
  device: Type.String({ description: 'the name of the computer, as its program sent it' }),
};

const on = Type.Boolean({ description: 'false if only this setting is off' });

const listed = closed({
  enabled: Type.Boolean(),
  settings: Type.Array(closed({ ...stored, etag: Type.String(), on })),
  off: Type.Array(Type.String(), { description: 'keys that are off, also those with nothing stored' }),
});

/** One setting of a program, for its owner. */
const place = { clientID: Type.String({ minLength: 1, maxLength: 128 }), key: params.properties.key };
const named = { clientID: text, key: Type.String(), group: choice(settingGroups), app: text };

export const settingsSchemas = {
  listSettings: { data: listed },
  readSetting: { params, data: closed({ value: Type.String(), device: Type.String(), changedAt: time }) },
  writeSetting: {
    params,
    body: closed({
      value: Type.String({ description: `at most ${limits.settingBytes} bytes of UTF-8` }),
      device: Type.String({ minLength: 1, maxLength: limits.deviceNameMax, description: 'the name of the computer' }),
    }),
    data: closed({ bytes }),
  },
  deleteSetting: { params, body: nothing, data: nothing },
  switchKeys: {
    body: closed({
      enabled: Type.Optional(Type.Boolean({ description: 'false alone: only the owner switches on' })),
      keys: Type.Optional(Type.Array(closed({ key: params.properties.key, on: Type.Boolean() }), { maxItems: limits.settingsMax })),
    }),
    data: listed,
  },
  showSettings: {
    data: closed({
      enabled: Type.Boolean(),
      bytes,
      devices: Type.Integer({ minimum: 0, description: 'computers whose settings are stored' }),
      settings: Type.Array(closed({ ...stored, ...named, on })),
      off: Type.Array(closed(named), { description: 'settings that are off and have nothing stored' }),
    }),
  },
  switchSettings: { body: closed({ enabled: Type.Boolean() }), data: closed({ enabled: Type.Boolean() }) },
  switchSetting: { body: closed({ ...place, on: Type.Boolean() }), data: nothing },
  eraseSetting: { body: closed(place), data: nothing },
  eraseSettings: { body: nothing, data: nothing },
} satisfies SchemasFor<typeof settingsEndpoints>;
