import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { isIP } from 'node:net';
import { domainToASCII } from 'node:url';
import type { Parser, Parsing } from './setting.ts';

export const text: Parser<string> = { type: 'text', parse: (value) => value };

export function oneOf<const Value extends string>(...values: readonly Value[]): Parser<Value> {
  return {
    type: values.join(', ').replace(/, ([^,]+)$/, ' or $1'),
    parse(value, { refusal }) {
      const found = values.find((one) => one === value);
      if (found === undefined) throw refusal(`must be one of ${values.join(', ')}, not '${value}'.`);
      return found;
    },
  };
}

export const onOff: Parser<boolean> = {
  type: 'on or off',
  parse(given, { refusal }) {
    const value = given.toLowerCase();
    if (value === 'on' || value === 'true' || value === '1') return true;
    if (value === 'off' || value === 'false' || value === '0') return false;
    throw refusal(`must be on or off, not '${value}'.`);
  },
};

/** A whole number, both ends included. */
export function integer(min: number, max: number): Parser<number> {
  return {
    type: 'whole number',
    parse(value, { refusal }) {
      const number = /^\d{1,9}$/.test(value) ? Number(value) : Number.NaN;
      if (!(number >= min && number <= max)) throw refusal(`must be a whole number from ${min} to ${max}, not '${value}'.`);
      return number;
    },
  };
}

export const port = integer(1, 65_535);

export const absolutePath: Parser<string> = { type: 'path', parse: (value) => resolve(value) };

/** A path of this site or an http(s) URL: the valid targets of our links. */
export const link: Parser<string> = { type: 'path or address', parse: parseLink };

/** Also for links inside other values. */
export function parseLink(value: string, { refusal }: Pick<Parsing, 'refusal'>): string {
  if (/^\/(?![/\\])\S*$/.test(value)) return value;
  const url = URL.parse(value);
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:') || url.username !== '') {
    throw refusal(`must be a path that starts with one slash, or an http or https address, not '${value}'.`);
  }
  return value;
}

/** The URL of another service, without a trailing slash. Secrets are sent there: https in production. */
export const serviceUrl: Parser<string> = {
  type: 'address',
  parse(value, { production, refusal }) {
    const url = URL.parse(value);
    const isHttp = url?.protocol === 'https:' || url?.protocol === 'http:';
    if (url === null || !isHttp || url.username !== '' || url.search !== '' || url.hash !== '') {
      throw refusal(`must be an http or https address without query, not '${value}'.`);
    }
    if (production && url.protocol !== 'https:') throw refusal('must start with https:// in production.');
    return url.href.replace(/\/$/, '');
  },
};

export const mailAddress: Parser<string> = {
  type: 'mail address',
  parse(value, { refusal }) {
    if (!/^[^\s@<>,;"]+@[^\s@<>,;"]+$/.test(value)) throw refusal(`must be a mail address, not '${value}'.`);
    return value;
  },
};

/** The bytes of the file that the setting names. */
export const file: Parser<Buffer> = {
  type: 'path',
  parse(path, { refusal }) {
    try {
      return readFileSync(path);
    } catch {
      throw refusal(`must be a readable file, not ${path}.`);
    }
  },
};

/** The text of the file that the setting names. */
export const textFile: Parser<string> = { type: file.type, parse: (path, parsing) => file.parse(path, parsing).toString('utf8') };

/** Addresses and CIDRs. */
export const networks: Parser<readonly string[]> = {
  type: 'addresses and CIDRs, comma-separated',
  parse: (value, { refusal }) =>
    value.split(',').map((part) => {
      const entry = part.trim();
      const [address = '', prefix, ...rest] = entry.split('/');
      const version = isIP(address);
      const bits = version === 4 ? 32 : 128;
      const prefixOk = prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= bits);
      if (version === 0 || !prefixOk || rest.length > 0) {
        throw refusal(`must list addresses or CIDRs separated by commas, not '${entry}'.`);
      }
      if (prefix === '0') throw refusal(`must not trust every address; '${entry}' does.`);
      return entry;
    }),
};

/** Domains in lower case, as ASCII. */
export const domains: Parser<readonly string[]> = {
  type: 'domains, comma-separated',
  parse: (value, { refusal }) =>
    value.split(',').map((part) => {
      const domain = domainToASCII(part.trim());
      if (!/^[a-z0-9-]+(?:\.[a-z0-9-]+)*$/.test(domain) || isIP(domain) !== 0) {
        throw refusal(`must list domains separated by commas, not '${part.trim()}'.`);
      }
      return domain;
    }),
};

/** Base64, base64url or hex of at least 32 bytes. */
export const secret: Parser<Buffer> = {
  type: 'base64 or hex of at least 32 bytes',
  parse(value, { refusal }) {
    const isHex = /^(?:[0-9a-f]{2})+$/i.test(value);
    const isBase64 = /^[A-Za-z0-9+/_-]+={0,2}$/.test(value);
    if (!isHex && !isBase64) throw refusal('must be base64 or hex.');
    const key = Buffer.from(value, isHex ? 'hex' : 'base64');
    if (key.length < 32) throw refusal(`must hold at least 32 bytes, not ${key.length}.`);
    if (new Set(key).size < 12) throw refusal('must be random.');
    return key;
  },
};

/** Days off, as days or ranges, and with a plus the weekends that are worked. Days are YYYY-MM-DD. */
export const workdays: Parser<{ readonly off: ReadonlySet<string>; readonly worked: ReadonlySet<string> }> = {
  type: 'days, comma- or space-separated',
  parse(value, { refusal }) {
    const [off, worked] = [new Set<string>(), new Set<string>()];
    for (const word of value.split(/[\s,]+/)) {
      const [, plus, from = '', to = from] = /^(\+?)(\d{4}-\d\d-\d\d)(?:\.\.(\d{4}-\d\d-\d\d))?$/.exec(word) ?? [];
      const [begin, end] = [Date.parse(`${from}T00:00:00Z`), Date.parse(`${to}T00:00:00Z`)];
      const isReal = [begin, end].every((at, index) => !Number.isNaN(at) && new Date(at).toISOString().startsWith(index === 0 ? from : to));
      // No range of holidays is longer than two months.
      if (!isReal || !(begin <= end && end - begin <= 60 * 86_400_000))
        throw refusal(`must hold days such as 2026-10-01..2026-10-07 +2026-10-10, not '${word}'.`);
      for (let at = begin; at <= end; at += 86_400_000) (plus === '+' ? worked : off).add(new Date(at).toISOString().slice(0, 10));
    }
    return { off, worked };
  },
};
