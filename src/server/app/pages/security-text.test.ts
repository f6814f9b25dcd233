// @one-database
import { afterEach, describe, expect, test } from 'vitest';
import { day } from '#server/platform/clock.ts';
import type { Config } from '#server/platform/settings/config.ts';
import { buildTestApp, type TestApp } from '#server/testing/server/test-app.ts';

const path = '/.well-known/security.txt';

let server: TestApp | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

async function withSecurity(security: Config['security']): Promise<TestApp> {
  return (server = await buildTestApp({ config: { security, publicUrl: 'https://id.example.com' } }));
}

function fieldsOf(text: string): Readonly<Record<string, string>> {
  return Object.fromEntries(text.split('\n').flatMap((line) => (line === '' ? [] : [line.split(': ', 2)])));
}

describe('where to report a vulnerability', () => {
  test('answers 404 without a configured contact', async () => {
    const { app } = await withSecurity(undefined);
    for (const method of ['GET', 'HEAD'] as const) expect((await app.inject({ method, url: path })).statusCode).toBe(404);
  });

  test('follows the form of RFC 9116', async () => {
    const { app, clock } = await withSecurity({ contact: 'mailto:security@example.com', policy: undefined });
    const { statusCode, headers, body } = await app.inject(path);
    expect([statusCode, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
    const { Expires = '', ...fields } = fieldsOf(body);
    expect(fields).toEqual({
      Contact: 'mailto:security@example.com',
      'Preferred-Languages': 'zh, en',
      Canonical: 'https://id.example.com/.well-known/security.txt',
    });
    expect(Expires).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect(Date.parse(Expires)).toBeGreaterThan(clock.now() + 90 * day);
    expect(Date.parse(Expires)).toBeLessThan(clock.now() + 365 * day);
  });

  test('never expires, and stays the same all day', async () => {
    const { app, clock } = await withSecurity({ contact: 'https://example.com/report', policy: undefined });
    const first = await app.inject(path);
    clock.set(Math.ceil(clock.now() / day) * day - 1);
    expect((await app.inject(path)).body).toBe(first.body);
    clock.advance(1000 * day);
    const { Expires = '' } = fieldsOf((await app.inject(path)).body);
    expect(Date.parse(Expires)).toBeGreaterThan(clock.now() + 90 * day);
  });

  test('names the policy if there is one, and answers HEAD without a body', async () => {
    const { app } = await withSecurity({ contact: 'mailto:security@example.com', policy: 'https://example.com/policy' });
    const { body } = await app.inject(path);
    expect(fieldsOf(body)['Policy']).toBe('https://example.com/policy');
    const head = await app.inject({ method: 'HEAD', url: path });
    expect([head.statusCode, head.body, head.headers['content-length']]).toEqual([200, '', String(Buffer.byteLength(body))]);
  });
});
