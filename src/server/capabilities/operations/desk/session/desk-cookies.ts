import { readCookie, writeCookie } from '#server/platform/http/sessions/cookies.ts';

/** The cookies of the desk: its session, and two for minutes on the way in. Each belongs only to the desk's host. */
export interface DeskCookies {
  readonly sessionOf: (header: string | undefined) => string | undefined;
  readonly wayOf: (header: string | undefined) => string | undefined;
  readonly entryOf: (header: string | undefined) => string | undefined;
  session(value: string, maxAge: number): string;
  way(value: string, maxAge: number): string;
  entry(value: string, maxAge: number): string;
}

export function deskCookies(secure: boolean): DeskCookies {
  const prefix = secure ? '__Host-' : '';
  const names = { session: `${prefix}desk`, way: `${prefix}desk-way`, entry: `${prefix}desk-entry` };
  const read = (header: string | undefined, name: string) => readCookie(header, name, (value) => value !== '');
  const strict = { httpOnly: true, secure, sameSite: 'Strict' } as const;
  return {
    sessionOf: (header) => read(header, names.session),
    wayOf: (header) => read(header, names.way),
    entryOf: (header) => read(header, names.entry),
    session: (value, maxAge) => writeCookie(names.session, value, { ...strict, maxAge }),
    // The way back comes from another site, so a strict cookie would stay at home.
    way: (value, maxAge) => writeCookie(names.way, value, { httpOnly: true, secure, maxAge }),
    entry: (value, maxAge) => writeCookie(names.entry, value, { ...strict, maxAge }),
  };
}
