import type { EndpointRows } from '#contract/endpoint.ts';
import { limits } from '#contract/limits.ts';

/** JSON writes a byte with six at most. */
const bodyLimit = limits.settingBytes * 6 + 4096;

/** Settings of a desktop: for programs of the system with an access token, and for their owner. */
export const settingsEndpoints = {
  listSettings: {
    method: 'GET',
    path: '/settings',
    summary: 'The settings that this program has stored, without their values; `ETag` is the version of the list.',
    access: 'bearer',
    errors: [],
    rate: 'settings',
  },
  readSetting: {
    method: 'GET',
    path: '/settings/:key',
    summary: 'A setting with its value and its `ETag`.',
    access: 'bearer',
    errors: ['settingOff'],
    rate: 'settings',
  },
  writeSetting: {
    method: 'PUT',
    path: '/settings/:key',
    summary:
      'Stores a setting, with `If-Match` and the ETag that was read, or with `If-None-Match: *` for a new one; 412 answers the present ETag.',
    access: 'bearer',
    act: 'keepSetting',
    errors: ['preconditionRequired', 'preconditionFailed', 'settingOff', 'settingsFull'],
    rate: 'settings',
    bodyLimit,
  },
  deleteSetting: {
    method: 'DELETE',
    path: '/settings/:key',
    summary: 'Removes a setting, with `If-Match`.',
    access: 'bearer',
    act: 'keepSetting',
    errors: ['preconditionRequired', 'preconditionFailed', 'settingOff'],
    rate: 'settings',
  },
  switchKeys: {
    method: 'PUT',
    path: '/settings/switches',
    summary:
      'Switches settings of this program on or off one by one, and the synchronization off; only the owner switches that on. Answers the list.',
    access: 'bearer',
    act: 'keepSetting',
    errors: ['settingsFull'],
    rate: 'settings',
  },
  showSettings: {
    method: 'GET',
    path: '/account/settings',
    summary: 'Which settings are stored, by which program, from which device and when; never a value.',
    access: 'account',
    errors: [],
    rate: 'read',
  },
  switchSettings: {
    method: 'PUT',
    path: '/account/settings',
    summary: 'Switches the synchronization on or off. What is stored stays.',
    access: 'account',
    act: 'switchSettings',
    errors: [],
    rate: 'write',
  },
  switchSetting: {
    method: 'PUT',
    path: '/account/settings/switches',
    summary: 'Switches one setting of a program on or off. What is stored stays.',
    access: 'account',
    act: 'switchSettings',
    errors: ['settingsFull'],
    rate: 'write',
  },
  eraseSetting: {
    method: 'DELETE',
    path: '/account/settings',
    summary: 'Removes one stored setting and switches it off.',
    access: 'account',
    act: 'eraseSetting',
    errors: ['settingsFull'],
    rate: 'write',
  },
  eraseSettings: {
    method: 'POST',
    path: '/account/settings/erase',
    summary: 'Removes every stored setting and switches the synchronization off.',
    access: 'account',
    act: 'eraseSettings',
    errors: ['verificationNeeded'],
    rate: 'write',
  },
} as const satisfies EndpointRows;
