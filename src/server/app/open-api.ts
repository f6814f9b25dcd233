import type { FastifyInstance } from 'fastify';
import type { TObject } from 'typebox';
import type { EncryptedField, Endpoint } from '#contract/endpoint.ts';
import { allEndpoints } from '#contract/endpoints/all.ts';
import type { RefusalName } from '#contract/errors.ts';
import type { Logo } from '#server/platform/brand.ts';
import { schemasOf } from '#server/platform/http/register-endpoints.ts';
import { refusals } from '#server/platform/refusal.ts';
import type { BoundCalls, BoundEndpoint } from '#server/platform/http/implement.ts';

/** Allows the library's only inline style by hash; all scripts are files. */
const docsPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'sha256-RL3ie0nH+Lzz2YNqQN83mnU0J1ot4QL7b99vMdIX99w='; img-src 'self' data:; connect-src 'self'; font-src 'self'; " +
  "frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

export interface OpenApiOptions {
  readonly calls: readonly BoundCalls[];
  readonly publicUrl: string;
  readonly title: string;
  /** The mark of the product; undefined where there is none. */
  readonly mark: () => Promise<Pick<Logo, 'type' | 'bytes'> | undefined>;
}

/**
 * `GET /api/openapi.json` and the page `/api/docs`. A separate instance creates both on the first request, so that the
 * start does not wait for them.
 */
export function registerOpenApi(app: FastifyInstance, options: OpenApiOptions): void {
  let opened: Promise<FastifyInstance> | undefined;
  const docs = (): Promise<FastifyInstance> => (opened ??= openDocs(options));
  app.addHook('onClose', async () => {
    await (await opened)?.close();
  });
  app.get('/api/openapi.json', async (_request, reply) => {
    const document = (await docs()).swagger();
    return reply.type('application/json; charset=utf-8').send(JSON.stringify(document));
  });
  app.get('/api/docs', (_request, reply) => reply.redirect('/api/docs/'));
  app.get('/api/docs/*', async (request, reply) => {
    const page = await docs();
    const headers = { ...reply.getHeaders(), 'content-security-policy': docsPolicy };
    reply.hijack();
    for (const [name, value] of Object.entries(headers)) if (value !== undefined) reply.raw.setHeader(name, value);
    page.routing(request.raw, reply.raw);
  });
}

async function openDocs({ calls, publicUrl, title, mark: findMark }: OpenApiOptions): Promise<FastifyInstance> {
  const [{ default: fastify }, { default: swagger }, { default: swaggerUi }] = await Promise.all([
    import('fastify'),
    import('@fastify/swagger'),
    import('@fastify/swagger-ui'),
  ]);
  const app = fastify({ exposeHeadRoutes: false });
  // No call runs here: the schemas are documentation, and may contain keywords that no validator knows.
  app.setValidatorCompiler(() => () => true);
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: `${title} API`, version: '1', description: introduction },
      servers: [{ url: publicUrl }],
      components: {
        securitySchemes: {
          session: { type: 'apiKey', in: 'cookie', name: 'sid' },
          bearer: { type: 'http', scheme: 'bearer' },
        },
      },
    },
  });
  for (const bound of calls.flat()) app.route({ ...described(bound), handler: () => undefined });
  const mark = await findMark();
  const file = mark === undefined ? undefined : { filename: markFile, rel: 'icon', type: mark.type, sizes: 'any', content: mark.bytes };
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    // The base layout has no header bar, which would contain only the library's logo and a field for another document.
    uiConfig: { layout: 'BaseLayout', docExpansion: 'list', tryItOutEnabled: false, deepLinking: true },
    theme: {
      title: `${title} API`,
      favicon: file === undefined ? [] : [file],
      css: file === undefined ? [] : [{ filename: 'docs.css', content: markStyle }],
    },
  });
  await app.ready();
  return app;
}

/** Below the theme of the page. */
const markFile = 'mark';

const markStyle =
  `.swagger-ui .info .title::before{content:'';display:inline-block;width:40px;height:40px;margin-right:12px;vertical-align:middle;` +
  `background:url(${markFile}) center/contain no-repeat}`;

/** How a client writes an encrypted field, for readers of the document. */
const recipe = `const { key, client_id, label } = (await (await fetch('/api/key')).json()).data;
const token = document.cookie.match(/(?:^|; )csrf=([^;]*)/)[1];
const name = 'RSA-OAEP';
const bytes = (text) => new TextEncoder().encode(text);
const spki = Uint8Array.from(atob(key), (character) => character.charCodeAt(0));
const rsa = await crypto.subtle.importKey('spki', spki, { name, hash: 'SHA-256' }, false, ['encrypt']);
const seal = async (field, text) => {
  const cipher = await crypto.subtle.encrypt({ name, label: bytes(label + ':' + field + ':' + token) }, rsa, bytes(text));
  return btoa(String.fromCharCode(...new Uint8Array(cipher)));
};
await fetch('/api/check/phone', {
  method: 'POST',
  headers: { 'Content-Type': 'application/json', 'X-CSRF-Token': token, 'X-Key-Id': client_id },
  body: JSON.stringify({ phone: await seal('phone', '13800138000') }),
});`;

const introduction =
  'Every answer is `{code, msg, data}`; success is code 200. A business refusal is HTTP 200 with a code from 1000; a protocol failure ' +
  'carries the same number as status and code. Writes need the header `X-CSRF-Token` equal to the cookie `csrf`, which `GET /api/key` ' +
  'sets, and an `Origin` that is this site. The OpenID provider is at `/.well-known/openid-configuration`.\n\n' +
  '**Encrypted fields.** While `GET /api/config.json` says `encryption`, every field that is marked `x-encrypted` travels as base64 of ' +
  'RSA-OAEP of its UTF-8 text, with SHA-256 as hash and in MGF1, under the OAEP label `<label>:<field>:<token>` in UTF-8: `label` as ' +
  '`GET /api/key` answers, the name of the field, and the csrf token that the same request sends in `X-CSRF-Token`. So a ciphertext is ' +
  'good for one field of one visitor. The public key is `key` of the same answer, base64 of an SPKI DER; its `client_id` goes into the ' +
  'header `X-Key-Id`. With a key of 2048 bits a ciphertext has 344 characters, and a text has at most 190 bytes. All other fields, and ' +
  'what stands inside of other fields, travel as they are. The key changes once a day, and the one before is taken for 24 hours more. ' +
  'What does not open is answered 400 without a reason, whatever the cause: fetch the key and try once more. In a browser:\n\n' +
  `\`\`\`js\n${recipe}\n\`\`\``;

/** The protocol's own refusals: every call may answer them. */
const protocolNames: readonly RefusalName[] = ['badRequest', 'tooManyRequests', 'serverError'];

function described(bound: BoundEndpoint) {
  const { endpoint, name } = bound;
  const names = [
    ...protocolNames,
    ...(endpoint.access === 'account' ? (['unauthorized', 'overtime', 'passwordLocked'] as const) : []),
    ...(endpoint.access === 'account' && endpoint.whenHeld === undefined ? (['agreementChanged'] as const) : []),
    ...endpoint.errors,
  ];
  const codes = [...new Set(names)].map((one) => `${refusals[one].code} ${one}`);
  const encrypted = endpoint.encrypted ?? [];
  const sealed = encrypted.length === 0 ? '' : ` Encrypted fields: ${encrypted.join(', ')}.`;
  return {
    method: endpoint.method,
    url: `/api${endpoint.path}`,
    schema: {
      ...schemasOf(bound),
      ...(bound.schema.body === undefined ? {} : { body: markEncrypted(bound.schema.body, encrypted) }),
      operationId: name,
      summary: endpoint.summary,
      description: `Refusals: ${codes.join(', ')}.${sealed}`,
      tags: [groupOf(endpoint)],
      ...(endpoint.access === 'account' ? { security: [{ session: [] }] } : {}),
      ...(endpoint.access === 'bearer' ? { security: [{ bearer: [] }] } : {}),
    },
  };
}

/** The schema of the plain body, with a note on encrypted fields. */
function markEncrypted(body: TObject, encrypted: readonly EncryptedField[]): TObject {
  const marked = encrypted.map((field) => [field, { ...body.properties[field], 'x-encrypted': true }]);
  return { ...body, properties: { ...body.properties, ...Object.fromEntries(marked) } };
}

/** The contract's group of a row: its heading on the page. */
function groupOf(endpoint: Endpoint): string {
  const found = Object.entries(allEndpoints).find(([, rows]) => Object.values<Endpoint>(rows).includes(endpoint));
  return found?.[0] ?? 'other';
}
