import type { AppKind, AppLibraryName } from '#contract/apps/developer/developer.words.ts';

const besideExample = {
  authJs: 'Auth.js',
  passport: 'Passport',
  authlib: 'Authlib',
  apache: 'Apache (mod_auth_openidc)',
  spring: 'Spring Security',
} as const;

/** The names of the libraries, which are the same in every language; `other` has a text. */
export const libraryNames: Readonly<Record<Exclude<AppLibraryName, 'other'>, string>> = { openidClient: 'openid-client', ...besideExample };

/** The libraries and programs with a quickstart of settings alone, and their names. */
export const guideLibraries = { ...besideExample, oauth2Proxy: 'oauth2-proxy', grafana: 'Grafana', gitlab: 'GitLab' } as const;

export type GuideLibrary = keyof typeof guideLibraries;

/** Kinds of which the form asks for the library. */
export function asksForLibrary(kind: AppKind): boolean {
  return kind === 'web';
}
