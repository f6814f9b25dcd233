import { describe, expect, it } from 'vitest';
import { matchPath } from './match.ts';
import { documentTitle, fromTypes, modifyTitle } from './title.ts';
import { titleKeyOf } from './title-of.ts';

function titleAt(address: string): string {
  const { pathname, searchParams } = new URL(address, 'http://page');
  return titleKeyOf(matchPath(pathname), searchParams);
}

describe('titles by route', () => {
  it.each([
    ['/login', 'title.signIn'],
    ['/register', 'title.signUp'],
    ['/register/support', 'title.identity'],
    ['/register/follow', 'title.follow'],
    ['/freeze', 'wy.h'],
    ['/activate-email', 'title.activate'],
    ['/mobile-modify-info/phone?fromType=setInitialPhone', 'title.bindPhone'],
    ['/logout', 'title.signedOut'],
    ['/logout?reason=risk', 'title.locked'],
    ['/apply-cancellation', 'title.applyDelete'],
    ['/403', 'title.403'],
    ['/500', 'title.500'],
    ['/nowhere', 'title.404'],
    ['/agreement/server', 'title.serviceAgreement'],
    ['/agreement/private', 'title.privacyPolicy'],
    ['/agreement/deletion', 'title.deletionAgreement'],
    ['/pc-account-home', 'title.userCenter'],
    ['/avatar', 'title.avatar'],
    ['/privacy-information', 'title.profile'],
    ['/cancellation', 'title.delete'],
    ['/device', 'title.device'],
    ['/pc-security', 'title.security'],
    ['/pc-social-accounts', 'title.social'],
    ['/pc-application', 'title.apps'],
    ['/mobile-account-home', 'title.userCenter'],
    ['/mobile-account-info', 'title.basic'],
    ['/mobile-privacy-info', 'title.personal'],
    ['/mobile-account-upgrade/account', 'title.ownership'],
    ['/mobile-cancellation/verify', 'title.delete'],
    ['/mobile-application', 'title.apps'],
    ['/mobile-social-accounts', 'title.social'],
    ['/mobile-device-info', 'title.device'],
    ['/mobile-safety-inspection', 'title.identity'],
    ['/mobile-unbind', 'title.unbind'],
    ['/mobile-unbind?platform=qq', 'title.unbind'],
    ['/mobile-unbind?contact=phone', 'ad.unbind.phone'],
    ['/mobile-unbind?contact=email', 'ad.unbind.email'],
  ])('%s is %s', (address, key) => {
    expect(titleAt(address)).toBe(key);
  });

  it.each(['register', 'bind-succeeded', 'oauth-register', 'resetPassword', 'upgrade', 'cancellation', 'qr'])(
    'the result page %s has none, in either layout',
    (type) => {
      expect(titleAt(`/register/result-center/${type}`)).toBe('');
      expect(titleAt(`/mobile-result-center/${type}`)).toBe('');
    },
  );

  it('an unknown result is not found', () => {
    expect(titleAt('/register/result-center/other')).toBe('title.404');
  });
});

describe('titles of the modify pages', () => {
  it.each([
    ['phone', 'title.phone'],
    ['email', 'title.email'],
    ['password', 'title.password'],
    ['verify', 'title.verify'],
    ['nickname', 'title.nickname'],
    ['username', 'title.username'],
    ['forgotPassword', 'title.forgot'],
    ['setInitialPassword', 'title.setPassword'],
    ['setPassword', 'title.setPassword'],
  ])('come from {type} %s', (type, key) => {
    expect(titleAt(`/mobile-modify-info/${type}`)).toBe(key);
  });

  it('come from {type} for the basic information, which accepts only its own types', () => {
    const titles = ['nickname', 'username', 'birthday', 'school'].map((type) => titleAt(`/mobile-modify-base/${type}`));
    expect(titles).toEqual(['title.nickname', 'title.username', 'title.basic', 'title.404']);
  });

  it.each(['birthday', 'constructor', 'PHONE', 'register'])('are those of the not-found page for the unknown {type} %s', (type) => {
    expect(titleAt(`/mobile-modify-info/${type}`)).toBe('title.404');
  });

  it.each([
    ['fromPhone', 'title.setFirst'],
    ['fromEmail', 'title.setFirst'],
    ['setInitialEmail', 'title.bindEmail'],
    ['password', 'title.password'],
    ['nickname', 'title.nickname'],
  ])('prefer fromType %s', (fromType, key) => {
    expect(titleAt(`/mobile-modify-info/phone?fromType=${fromType}`)).toBe(key);
    expect(fromTypes).toContain(fromType);
  });

  it('fall back to {type} for an unknown fromType, and to basic information for an unknown type', () => {
    expect(titleAt('/mobile-modify-info/email?fromType=toString')).toBe('title.email');
    expect(modifyTitle({ params: { type: 'constructor' }, query: new URLSearchParams() })).toBe('title.basic');
  });
});

describe('document titles', () => {
  it('end with the suffix; without a title they are only the suffix', () => {
    expect(documentTitle('Sign Up', 'Cedar ID')).toBe('Sign Up - Cedar ID');
    expect(documentTitle('', 'Cedar ID')).toBe('Cedar ID');
  });
});
