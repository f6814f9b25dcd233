import type { ScopeTexts } from '#messages/scope-texts.ts';

/** Permissions of apps. */
export const scopes: ScopeTexts = {
  'scope.openid': 'Sign you in',
  'scope.openid.detail': 'Recognize your account by an identifier that is not shown to anyone.',
  'scope.profile': 'Nickname and avatar',
  'scope.profile.detail': 'See your nickname, username, avatar and language.',
  'scope.email': 'Email address',
  'scope.email.detail': 'See your email address.',
  'scope.phone': 'Phone number',
  'scope.phone.detail': 'See your phone number.',
  'scope.address': 'Country or region',
  'scope.address.detail': 'See your country or region, but no other part of your address.',
  'scope.offline_access': 'Stay signed in',
  'scope.offline_access.detail': 'Keep using what you allow when you are not using the app, until you remove its access.',
};
