import { dirname, join } from 'node:path';
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
  const text = trialConfig({ folder: '/tmp/trial', http: 8080, https: 8443, upstreams: [3001, 3002] });
  expect(text).not.toMatch(/\/var\/|\/run\/|server-\d|r\/s|\[::\]/);
});

test('an answer 503 never makes nginx take a server for dead, and a store that is away takes no page along', () => {
  expect(config.match(/proxy_next_upstream [^;]+;/g)).toEqual(['proxy_next_upstream error timeout;']);
  expect(/location \/avatars\/ \{[^}]*proxy_pass (\S+);/.exec(config)?.[1]).toBe('http://cedar_files');
  for (const variant of ['one-box.conf', 'two-instances.conf']) {
    const upstreams = readFileSync(join(dirname(configFile), variant), 'utf8')
      .split(/^upstream /m)
      .slice(1);
    expect(upstreams.map((text) => /^(\w+) \{\n {2}zone \1 64k;/.exec(text)?.[1])).toEqual(['cedar', 'cedar_files']);
    // nginx never takes the only server of an upstream for dead.
    const [, ...others] = upstreams[1]?.match(/server .*;/g) ?? [];
    expect(others.filter((line) => !line.endsWith('max_fails=0;'))).toEqual([]);
  }
});

test('its log has time, host, status and upstream of each request, and no query', () => {
  const format = /log_format cedar ([^;]+);/.exec(config)?.[1] ?? '';
  for (const name of ['time_iso8601', 'host', 'uri', 'status', 'upstream_addr', 'upstream_response_time'])
    expect(format).toContain(`$${name} `);
  expect(format).not.toMatch(/\$(?:request|request_uri|args|query_string)\b/);
});
