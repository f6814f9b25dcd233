import { Type } from '#contract/json-schema.ts';
import type { settingsEndpoints } from '#contract/endpoints/settings.ts';
import { limits } from '#contract/limits.ts';
import type { SchemasFor } from '#contract/schema.ts';
import { settingGroups, settingKeyPattern } from '#contract/vocabulary/settings.ts';
import { choice, closed, nothing, text } from './shapes.ts';

const params = closed({ key: Type.String({ pattern: settingKeyPattern }) });
const bytes = Type.Integer({ minimum: 0 });
const time = Type.String({ description: 'ISO 8601' });

const stored = {
  key: Type.String(),
  bytes,
  changedAt: time,
  device: Type.String({ description: 'the name of the computer, as its program sent it' }),
};

export const settingsSchemas = {
  listSettings: {
    query: nothing,
    data: closed({
      enabled: Type.Boolean(),
      settings: Type.Array(closed({ ...stored, etag: Type.String() })),
    }),
  },
  readSetting: { query: nothing, params, data: closed({ value: Type.String(), device: Type.String(), changedAt: time }) },
  writeSetting: {
    params,
    body: closed({
      value: Type.String({ description: `at most ${limits.settingBytes} bytes of UTF-8` }),
      device: Type.String({ minLength: 1, maxLength: limits.deviceNameMax, description: 'the name of the computer' }),
    }),
    data: closed({ bytes }),
  },
  deleteSetting: { params, body: nothing, data: nothing },
  showSettings: {
    query: nothing,
    data: closed({
      enabled: Type.Boolean(),
      bytes,
      devices: Type.Integer({ minimum: 0, description: 'computers whose settings are stored' }),
      settings: Type.Array(closed({ ...stored, group: choice(settingGroups), app: text })),
    }),
  },
  switchSettings: { body: closed({ enabled: Type.Boolean() }), data: closed({ enabled: Type.Boolean() }) },
  eraseSettings: { body: nothing, data: nothing },
} satisfies SchemasFor<typeof settingsEndpoints>;
