import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { limits } from '#contract/limits.ts';
import { networksOf } from '#server/platform/http/requests/client-ip.ts';
import { transport } from '#server/platform/http/server.ts';
import { configFile, trialConfig } from './proxy/trial-config.ts';

const config = readFileSync(configFile, 'utf8');

/** The numbers of a directive by zone: `limit_req zone=calls_24 burst=800` gives ['calls_24', 800]. */
function numbers(directive: RegExp): readonly (readonly [string, number])[] {
  return [...config.matchAll(directive)].map(([, zone = '', number = '']) => [zone, Number(number)] as const);
}

/** Each network's multiple of the limit for one address, by the suffix of its zone's name. */
const shares = Object.fromEntries(
  ['203.0.113.7', '2001:db8::1'].flatMap((address) => networksOf(address).map(({ name, share }) => [name.split('/')[1] ?? '', share])),
);

test.each([
  ['rates', /limit_req_zone \S+ zone=(\w+):\S+ rate=(\d+)r\/s;/g, 4],
  ['connections', /limit_conn (\w+) (\d+);/g, 4],
  ['bursts', /limit_req zone=(\w+) burst=(\d+) nodelay;/g, 8],
])('the %s of nginx are proportional to the server’s limits', (_title, directive, count) => {
  const found = numbers(directive);
  expect(found).toHaveLength(count);
  let own = 0;
  for (const [zone, number] of found) {
    const [, prefix] = zone.split('_');
    if (prefix === undefined) own = number;
    else expect([zone, number]).toEqual([zone, own * (shares[prefix] ?? 0)]);
  }
});

test('nginx accepts bodies up to the server’s limit', () => {
  const most = numbers(/location (\S+) \{\s+client_max_body_size (\d+)/g);
  expect(Object.fromEntries(most)).toMatchObject({
    '/api/': transport.bodyLimit / 1024,
    '/api/profileimage/': limits.avatarMaxBytes / 1024 ** 2,
  });
});

test('the trial with a real nginx recognizes every line that it must change', () => {
  const trial = { folder: '/tmp/trial', http: 8080, https: 8443, upstreams: [3001, 3002] } as const;
  for (const version of [[1, 22, 1] as const, [1, 29, 0] as const]) {
    const text = trialConfig({ ...trial, version });
    expect(text).not.toMatch(/\/var\/|\/run\/|server-\d|r\/s|\[::\]/);
    expect(text.includes('http2 on;')).toBe(version[1] === 29);
  }
});
