// @one-database
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CatalogueEntry } from '#contract/errors.ts';
import { refusals } from '#server/platform/refusal.ts';
import { buildTestApp, type TestApp } from '#server/testing/server/test-app.ts';

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly responses: Record<string, Answer>;
  readonly requestBody?: {
    readonly content: {
      readonly 'application/json': { readonly schema: { readonly properties?: Record<string, Record<string, unknown>> } };
    };
  };
}

interface Answer {
  readonly description: string;
  readonly content: { readonly 'application/json': { readonly schema: EnvelopeSchema & { readonly oneOf?: readonly EnvelopeSchema[] } } };
}

interface EnvelopeSchema {
  readonly properties: { readonly code: { readonly const?: number; readonly enum?: readonly number[] } };
}

/** The constructor of `async function`: the recipe uses `await`. */
const AsyncFunction = Object.getPrototypeOf(async () => {}).constructor as new (
  ...words: readonly string[]
) => (...given: readonly unknown[]) => Promise<void>;

interface OpenApi {
  readonly openapi: string;
  readonly info: { readonly description: string };
  readonly paths: Record<string, Record<string, Operation>>;
}

let server: TestApp;
beforeAll(async () => {
  server = await buildTestApp();
});
afterAll(() => server.close());

test('lists every served call once, with its answer', async () => {
  const { text, headers } = await server.newBrowser().raw({ method: 'GET', path: '/api/openapi.json' });
  expect(headers['content-type']).toMatch(/^application\/json/);
  const document: OpenApi = JSON.parse(text);
  expect(document.openapi).toBe('3.1.0');
  const operations = Object.values(document.paths).flatMap((path) => Object.values(path));
  const names = server.wiring.calls.flat().map(({ name }) => name);
  expect(operations.map(({ operationId }) => operationId).toSorted()).toEqual(names.toSorted());
  for (const { summary, responses } of operations) {
    expect(summary).toMatch(/\.$/);
    expect(responses).toHaveProperty('200');
  }
});

test('describes each refusal of a call, under its status', async () => {
  const { text } = await server.newBrowser().raw({ method: 'GET', path: '/api/openapi.json' });
  const document: OpenApi = JSON.parse(text);
  const operations = new Map(Object.values(document.paths).flatMap((path) => Object.values(path).map((each) => [each.operationId, each])));
  for (const { name, endpoint } of server.wiring.calls.flat()) {
    const answers = Object.entries(operations.get(name)?.responses ?? {});
    const codes = answers.flatMap(([status, { description, content }]) => {
      const { schema } = content['application/json'];
      const listed = (schema.oneOf ?? [schema]).flatMap(({ properties: { code } }) => code.enum ?? [code.const ?? 0]);
      for (const code of listed) {
        expect([name, status]).toEqual([name, code >= 400 && code < 600 ? `${String(code).charAt(0)}XX` : '200']);
        if (code !== 200) expect(description).toContain(String(code));
      }
      return listed;
    });
    const entries: Readonly<Record<string, CatalogueEntry>> = refusals;
    const own = endpoint.errors.map((each) => entries[each]?.code ?? 0);
    expect([name, [200, 400, 401, 404, 413, 429, 500, 503, ...own].filter((code) => !codes.includes(code))]).toEqual([name, []]);
  }
});

test('marks the encrypted fields, and the page shows the method', async () => {
  const { text } = await server.newBrowser().raw({ method: 'GET', path: '/api/openapi.json' });
  const document: OpenApi = JSON.parse(text);
  const operations = new Map(Object.values(document.paths).flatMap((path) => Object.values(path).map((each) => [each.operationId, each])));
  for (const { name, endpoint } of server.wiring.calls.flat()) {
    const properties = operations.get(name)?.requestBody?.content['application/json'].schema.properties ?? {};
    const marked = Object.keys(properties).filter((each) => properties[each]?.['x-encrypted'] === true);
    expect([name, marked.toSorted()]).toEqual([name, [...(endpoint.encrypted ?? [])].toSorted()]);
  }
  for (const word of ['RSA-OAEP', 'SHA-256', '<label>:<field>:<token>', 'X-Key-Id', '190 bytes']) {
    expect(document.info.description).toContain(word);
  }
});

test('contains a recipe for fields that the server can decrypt', async () => {
  const sealing = await buildTestApp({ encryption: true });
  try {
    const { text } = await sealing.newBrowser().raw({ method: 'GET', path: '/api/openapi.json' });
    const { info }: OpenApi = JSON.parse(text);
    const recipe = /```js\n([\s\S]*)```/.exec(info.description)?.[1] ?? '';
    const browser = sealing.newBrowser();
    await browser.prepare();
    let last: unknown;
    const fetchHere = async (path: string, { method = 'GET', headers = {}, body = '' } = {}) => {
      const answer = await browser.raw({ method, path, headers, ...(method === 'GET' ? {} : { body }) });
      last = answer.data;
      return { json: async () => JSON.parse(answer.text) };
    };
    const run = new AsyncFunction('fetch', 'document', recipe);
    await run(fetchHere, { cookie: [...browser.cookies].map((pair) => pair.join('=')).join('; ') });
    expect(last).toBe(false);
  } finally {
    await sealing.close();
  }
});

test('shows the mark of the operator, also as the icon', async () => {
  const mark = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>');
  const branded = await buildTestApp({
    config: { brand: { ...server.config.brand, logo: { path: '/brand/x.svg', type: 'image/svg+xml', bytes: mark } } },
  });
  try {
    const browser = branded.newBrowser();
    const { text } = await browser.raw({ method: 'GET', path: '/api/docs/' });
    const [, icon = ''] = /rel="icon"[^>]* href="([^"]+)"/.exec(text) ?? [];
    const file = await browser.raw({ method: 'GET', path: new URL(icon, 'http://x/api/docs/').pathname });
    expect([file.headers['content-type'], file.text]).toEqual(['image/svg+xml', mark.toString()]);
    const style = await browser.raw({ method: 'GET', path: '/api/docs/static/theme/docs.css' });
    expect(style.text).toContain('url(mark)');
  } finally {
    await branded.close();
  }
});

test('needs no inline script and no external file on the page', async () => {
  const browser = server.newBrowser();
  expect((await browser.raw({ method: 'GET', path: '/api/docs' })).headers['location']).toBe('/api/docs/');
  const page = await browser.raw({ method: 'GET', path: '/api/docs/' });
  expect(page.headers['content-type']).toMatch(/^text\/html/);
  const policy = page.headers['content-security-policy'] ?? '';
  expect(policy).toContain("script-src 'self';");
  expect(policy).not.toContain('unsafe');
  expect(page.text).not.toMatch(/<script(?![^>]*\ssrc=)|\son\w+=|\sstyle=|https?:\/\//);
  // The header bar and the icon of the library are not ours.
  expect(page.text).not.toContain('favicon-32x32.png');
  const { text: settings } = await browser.raw({ method: 'GET', path: '/api/docs/static/swagger-initializer.js' });
  expect(settings).toContain('"layout":"BaseLayout"');
  for (const [, path = ''] of page.text.matchAll(/(?:src|href)="([^"]+)"/g)) {
    const file = await browser.raw({ method: 'GET', path: new URL(path, 'http://x/api/docs/').pathname });
    expect([path, file.status]).toEqual([path, 200]);
  }
});
