import type { EndpointRows } from '#contract/endpoint.ts';
import { desktopScope } from '#contract/vocabulary/scopes.ts';

/** Names, region, language and profile items (spec 7, contract section 5). */
export const profileEndpoints = {
  updateUsername: {
    method: 'POST',
    path: '/update/username',
    summary: 'Chooses the username, or changes it, which is possible once.',
    access: 'account',
    act: 'changeUsername',
    errors: ['usernameExists', 'sensitiveWords', 'changeLimit'],
    encrypted: ['username'],
    rate: 'write',
  },
  updateNickname: {
    method: 'POST',
    path: '/update/nickname',
    summary: 'Changes the nickname, once in the period that the account shows.',
    access: 'account-or-bearer',
    act: 'changeNickname',
    scope: desktopScope,
    errors: ['nicknameExists', 'sensitiveWords', 'updateLimit', 'changeLimit'],
    encrypted: ['nickname'],
    rate: 'write',
  },
  updateRegion: {
    method: 'POST',
    path: '/update/region',
    summary: 'Chooses the region, or changes it, which is possible once.',
    access: 'account',
    act: 'changeRegion',
    errors: ['verificationNeeded', 'changeLimit'],
    rate: 'write',
  },
  updateLanguage: {
    method: 'POST',
    path: '/update/lang',
    summary: 'Changes the language of server texts and mails.',
    access: 'account',
    act: 'changeLanguage',
    errors: [],
    rate: 'write',
  },
  updateUserinfo: {
    method: 'POST',
    path: '/userinfo',
    summary: 'Changes any profile items, all or none; unknown keys are refused.',
    access: 'account',
    act: ['changeProfile', 'changeNickname', 'changeUsername'],
    errors: ['nicknameExists', 'usernameExists', 'sensitiveWords', 'updateLimit', 'changeLimit', 'separateConsentNeeded'],
    encrypted: ['username', 'nickname'],
    rate: 'write',
  },
} as const satisfies EndpointRows;
