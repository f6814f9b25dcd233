import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '#server/testing/test-app.ts';

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly responses: Record<string, unknown>;
}

interface OpenApi {
  readonly openapi: string;
  readonly paths: Record<string, Record<string, Operation>>;
}

let server: TestApp;
beforeAll(async () => {
  server = await buildTestApp();
});
afterAll(() => server.close());

test('the document has every call that is served, once, with its answer', async () => {
  const { text, headers } = await server.newBrowser().raw({ method: 'GET', path: '/api/openapi.json' });
  expect(headers['content-type']).toMatch(/^application\/json/);
  const document: OpenApi = JSON.parse(text);
  expect(document.openapi).toBe('3.1.0');
  const operations = Object.values(document.paths).flatMap((path) => Object.values(path));
  const names = server.wiring.bindings.flat().map(({ name }) => name);
  expect(operations.map(({ operationId }) => operationId).toSorted()).toEqual(names.toSorted());
  for (const { summary, responses } of operations) {
    expect(summary).toMatch(/\.$/);
    expect(responses).toHaveProperty('200');
  }
});

test('the page needs no inline script and nothing from elsewhere', async () => {
  const browser = server.newBrowser();
  expect((await browser.raw({ method: 'GET', path: '/api/docs' })).headers['location']).toBe('/api/docs/');
  const page = await browser.raw({ method: 'GET', path: '/api/docs/' });
  expect(page.headers['content-type']).toMatch(/^text\/html/);
  const policy = page.headers['content-security-policy'] ?? '';
  expect(policy).toContain("script-src 'self';");
  expect(policy).not.toContain('unsafe');
  expect(page.text).not.toMatch(/<script(?![^>]*\ssrc=)|\son\w+=|\sstyle=|https?:\/\//);
  for (const [, path = ''] of page.text.matchAll(/(?:src|href)="([^"]+)"/g)) {
    const file = await browser.raw({ method: 'GET', path: new URL(path, 'http://x/api/docs/').pathname });
    expect([path, file.status]).toEqual([path, 200]);
  }
});
