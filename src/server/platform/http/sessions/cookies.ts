/**
 * The value of one cookie, if it can be ours. Undefined without one, and where two different ones could be: another
 * host has then planted one.
 */
export function readCookie(header: string | undefined, name: string, isOurs = (_value: string): boolean => true): string | undefined {
  const ours = readCookies(header, name).filter(isOurs);
  return ours.every((value) => value === ours[0]) ? ours[0] : undefined;
}

/** All values of one name, found without parsing the other cookies: a jar of junk costs one scan. */
export function readCookies(header: string | undefined, name: string): readonly string[] {
  const values: string[] = [];
  if (header === undefined) return values;
  const mark = `${name}=`;
  for (let at = header.indexOf(mark); at !== -1; at = header.indexOf(mark, at + mark.length)) {
    if (!startsCookie(header, at)) continue;
    const end = header.indexOf(';', at);
    values.push(header.slice(at + mark.length, end === -1 ? undefined : end).trim());
  }
  return values;
}

/** Whether a name starts here and not inside another name or value. */
function startsCookie(header: string, at: number): boolean {
  let before = at - 1;
  while (before >= 0 && (header.charCodeAt(before) === 32 || header.charCodeAt(before) === 9)) before -= 1;
  return before < 0 || header.charCodeAt(before) === 59;
}

/** The cookies of the product (contract section 1). All but `lang` belong only to this host. */
export interface CookieNames {
  readonly session: string;
  readonly visitor: string;
  readonly browser: string;
  /** The answer to the age gate. */
  readonly age: string;
  readonly csrf: string;
  readonly lang: string;
}

/** The names: over https no sibling host can plant them, where browsers honor the prefix. */
export function cookieNames(secure: boolean): CookieNames {
  const prefix = secure ? '__Host-' : '';
  return {
    session: `${prefix}sid`,
    visitor: `${prefix}visitor`,
    browser: `${prefix}browser`,
    age: `${prefix}age`,
    csrf: `${prefix}csrf`,
    lang: 'lang',
  };
}

export interface CookieAttributes {
  /** Seconds; 0 removes the cookie. */
  readonly maxAge: number;
  readonly httpOnly: boolean;
  readonly secure: boolean;
  readonly domain?: string | undefined;
  /** Left out: `Lax`. */
  readonly sameSite?: 'Strict';
}

/** A Set-Cookie line. Our values contain only base64url, dots and underscores. */
export function writeCookie(name: string, value: string, attributes: CookieAttributes): string {
  const domain = attributes.domain === undefined ? '' : `; Domain=${attributes.domain}`;
  const httpOnly = attributes.httpOnly ? '; HttpOnly' : '';
  const secure = attributes.secure ? '; Secure' : '';
  return `${name}=${value}${domain}; Path=/; Max-Age=${attributes.maxAge}; SameSite=${attributes.sameSite ?? 'Lax'}${httpOnly}${secure}`;
}
