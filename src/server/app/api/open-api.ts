import type { FastifyInstance } from 'fastify';
import type { TObject, TSchema } from 'typebox';
import type { Access, EncryptedField, Endpoint } from '#contract/endpoint.ts';
import { actsIn, answersOf as rowOf } from '#contract/acts/acts.ts';
import { allEndpoints } from '#contract/all.ts';
import { catalogue, type RefusalName } from '#contract/errors.ts';
import { Type } from '#contract/json-schema.ts';
import type { Logo } from '#server/platform/settings/brand.ts';
import { successSchema } from '#server/platform/http/envelope.ts';
import { schemasOf } from '#server/platform/http/register-endpoints.ts';
import { refusals } from '#server/platform/refusal.ts';
import { isDeclared } from '#server/platform/http/refusals.ts';
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
  app.setSerializerCompiler(() => JSON.stringify);
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: `${title} API`, version: '1', description: introduction },
      servers: [{ url: publicUrl }],
      components: {
        securitySchemes: {
          session: { type: 'apiKey', in: 'cookie', name: 'sid' },
          ticket: { type: 'apiKey', in: 'header', name: 'X-Token', description: 'a ticket of a verification step, or of an app' },
          bearer: { type: 'http', scheme: 'bearer' },
          desktop: {
            type: 'http',
            scheme: 'dpop',
            description: 'an access token of a desktop with the scope of the call, bound to its key (RFC 9449)',
          },
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
const token = document.cookie.match(/(?:^|; )(?:__Host-)?csrf=([^;]*)/)[1];
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

const refusalNames = Object.keys(catalogue) as readonly RefusalName[];

/** Answers by HTTP status. Success and the refusals of the product share 200; those of the protocol every call may answer. */
function answersOf(endpoint: Endpoint, data: TSchema): Record<string, object> {
  const names = refusalNames.filter((name) => isDeclared(name, endpoint));
  const within = (from: number, to: number) => names.filter((name) => refusals[name].status >= from && refusals[name].status < to);
  const [own, ofCaller, ofServer] = [within(200, 300), within(400, 500), within(500, 600)];
  const success = successSchema(data);
  return {
    200: own.length === 0 ? answer('Success.', [success]) : answer(`Success, or a refusal: ${listed(own)}`, [success, refusalSchema(own)]),
    '4xx': answer(`Refused: ${listed(ofCaller)}`, [refusalSchema(ofCaller)]),
    '5xx': answer(`Failed: ${listed(ofServer)}`, [refusalSchema(ofServer)]),
  };
}

function listed(names: readonly RefusalName[]): string {
  return `${names.map((name) => `${refusals[name].code} ${name}`).join(', ')}.`;
}

function answer(description: string, schemas: readonly TSchema[]): object {
  const schema = schemas.length === 1 ? schemas[0] : { oneOf: schemas };
  return { description, content: { 'application/json': { schema } } };
}

/** The envelope of these refusals. `data` says more to a program: the fields at fault, seconds to wait. */
function refusalSchema(names: readonly RefusalName[]): TSchema {
  const code = Type.Integer({ enum: names.map((name) => refusals[name].code) });
  const data = Type.Object({ fields: Type.Optional(Type.Object({}, open)), retryAfter: Type.Optional(Type.Integer()) }, open);
  return Type.Object({ code, msg: Type.String(), data }, { additionalProperties: false });
}

const open = { additionalProperties: true } as const;

function described(bound: BoundEndpoint) {
  const { endpoint, name } = bound;
  const encrypted = endpoint.encrypted ?? [];
  const sealed = encrypted.length === 0 ? '' : `Encrypted fields: ${encrypted.join(', ')}.`;
  const description = [...proofsOf(endpoint), sealed].filter(Boolean).join('\n\n');
  return {
    method: endpoint.method,
    url: `/api${endpoint.path}`,
    schema: {
      ...schemasOf(bound),
      ...(bound.schema.body === undefined ? {} : { body: markEncrypted(bound.schema.body, encrypted) }),
      operationId: name,
      summary: endpoint.summary,
      response: answersOf(endpoint, bound.schema.data),
      ...(description === '' ? {} : { description }),
      tags: [groupOf(endpoint)],
      security: securityByAccess[endpoint.access](endpoint.scope ?? ''),
    },
  };
}

/** Needs of each act of a call, in the words of its row. */
function proofsOf({ act = 'asks' }: Endpoint): readonly string[] {
  const beside = { none: '', step: 'a second step within ten minutes', two: 'two independent ways' };
  return actsIn(act).flatMap((each) => {
    const { proof, onProtected } = rowOf(each);
    const usual = proof === 'none' || proof === 'own' ? '' : `a proof of strength ${proof}`;
    const parts = [usual, beside[onProtected] && `on a protected account ${beside[onProtected]}`].filter(Boolean);
    return parts.length === 0 ? [] : [`\`${each}\` needs ${parts.join('; ')}.`];
  });
}

type Security = readonly Record<string, string[]>[];

/** Credentials that a call must bring, or may; nothing where it is a visitor's. */
const securityByAccess: Readonly<Record<Access, (scope: string) => Security>> = {
  visitor: () => [],
  account: () => [{ session: [] }],
  'account-or-ticket': () => [{ session: [] }, { ticket: [] }],
  'account-or-visitor': () => [{}, { session: [] }],
  'account-or-ticket-or-visitor': () => [{}, { session: [] }, { ticket: [] }],
  bearer: (scope) => [scope === '' ? { bearer: [] } : { desktop: [scope] }],
  'account-or-bearer': (scope) => [{ session: [] }, { desktop: [scope] }],
  developer: () => [{ session: [] }],
  desk: () => [],
  'desk-entry': () => [],
};

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
