import type { ScopeTexts } from '#messages/scope-texts.ts';

/** Permissions of apps. */
export const scopes: ScopeTexts = {
  'scope.openid': 'Sign you in',
  'scope.openid.detail': 'Recognize you by an identifier that is not shown to anyone.',
  'scope.profile': 'Nickname and avatar',
  'scope.profile.detail': 'See your nickname, username, avatar and language.',
  'scope.email': 'Email address',
  'scope.email.detail': 'See your email address.',
  'scope.phone': 'Phone number',
  'scope.phone.detail': 'See your phone number.',
  'scope.address': 'Country or region',
  'scope.address.detail': 'See your country or region, and nothing more of your address.',
  'scope.offline_access': 'Stay signed in',
  'scope.offline_access.detail': 'Use what you allow also while you are away, until you cancel it.',
};
