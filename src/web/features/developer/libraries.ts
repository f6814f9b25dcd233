import type { AppKind, AppLibraryName } from '#contract/vocabulary/developer.ts';

/** The names of the libraries, which are the same in every language; `other` has a text. */
export const libraryNames: Readonly<Record<Exclude<AppLibraryName, 'other'>, string>> = {
  openidClient: 'openid-client',
  authJs: 'Auth.js',
  passport: 'Passport',
  authlib: 'Authlib',
  apache: 'Apache (mod_auth_openidc)',
  spring: 'Spring Security',
};

/** Kinds of which the form asks for the library. */
export function asksForLibrary(kind: AppKind): boolean {
  return kind === 'web';
}
