import { describe, expect, it } from 'vitest';
import { knowPages, matchPath } from './match.ts';
import { redirects, routes } from './routes.ts';
import { modifyTitle } from './title.ts';
import { documentTitle, titleKeyOf } from './title-of.ts';

knowPages({ redirects, routes });

function titleAt(address: string): string {
  const { pathname, searchParams } = new URL(address, 'http://page');
  return titleKeyOf(matchPath(pathname), searchParams);
}

describe('a title that depends on its address', () => {
  it.each([
    ['/logout', 'title.signedOut'],
    ['/logout?reason=risk', 'title.locked'],
    ['/agreement/server', 'title.serviceAgreement'],
    ['/agreement/deletion', 'title.deletionAgreement'],
    ['/mobile-unbind?platform=qq', 'title.unbind'],
    ['/mobile-unbind?contact=phone', 'ad.unbind.phone'],
    ['/mobile-unbind?contact=email', 'ad.unbind.email'],
    ['/register/result-center/other', 'title.404'],
    // Only the types of a page have one, and only they exist.
    ['/mobile-modify-base/birthday', 'title.basic'],
    ...['mobile-modify-base/school', 'mobile-modify-info/birthday', 'mobile-modify-info/constructor', 'mobile-modify-info/PHONE'].map(
      (path) => [`/${path}`, 'title.404'] as const,
    ),
    // Known values of `fromType` come first.
    ['/mobile-modify-info/phone?fromType=setInitialPhone', 'title.bindPhone'],
    ['/mobile-modify-info/phone?fromType=nickname', 'title.nickname'],
    ['/mobile-modify-info/email?fromType=toString', 'title.email'],
  ] as const)('%s is %s', (address, key) => {
    expect(titleAt(address)).toBe(key);
  });

  it('is that of basic information for an unknown type', () => {
    expect(modifyTitle({ params: { type: 'constructor' }, query: new URLSearchParams() })).toBe('title.basic');
  });
});

describe('document titles', () => {
  it('end with the suffix; without a title they are only the suffix', () => {
    expect(documentTitle('Sign Up', 'Cedar ID')).toBe('Sign Up - Cedar ID');
    expect(documentTitle('', 'Cedar ID')).toBe('Cedar ID');
  });
});
