import type { FastifyInstance } from 'fastify';
import type { Endpoint } from '#contract/endpoint.ts';
import { allEndpoints } from '#contract/endpoints/all.ts';
import { catalogue, type RefusalName } from '#contract/errors.ts';
import { schemasOf } from '#server/platform/http/register-endpoints.ts';
import type { Binding, BoundEndpoint } from '#server/platform/http/implement.ts';

/** The one style that the page's library writes inline is named by its hash; scripts are all files. */
const docsPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'sha256-RL3ie0nH+Lzz2YNqQN83mnU0J1ot4QL7b99vMdIX99w='; img-src 'self' data:; connect-src 'self'; font-src 'self'; " +
  "frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

export interface OpenApiOptions {
  readonly bindings: readonly Binding[];
  readonly publicUrl: string;
  readonly title: string;
}

/**
 * `GET /api/openapi.json` and the page `/api/docs`. Document and page are made by an instance of their own when someone first asks:
 * the start does not wait for them.
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

async function openDocs({ bindings, publicUrl, title }: OpenApiOptions): Promise<FastifyInstance> {
  const [{ default: fastify }, { default: swagger }, { default: swaggerUi }] = await Promise.all([
    import('fastify'),
    import('@fastify/swagger'),
    import('@fastify/swagger-ui'),
  ]);
  const app = fastify({ exposeHeadRoutes: false });
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
  for (const bound of bindings.flat()) app.route({ ...described(bound), handler: () => undefined });
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    uiConfig: { docExpansion: 'list', tryItOutEnabled: false, deepLinking: true },
    // The library's own head bar holds nothing but its logo and a field for another document.
    theme: { title: `${title} API`, css: [{ filename: 'docs.css', content: '.topbar { display: none }' }] },
  });
  await app.ready();
  return app;
}

const introduction =
  'Every answer is `{code, msg, data}`; success is code 200. A business refusal is HTTP 200 with a code from 1000; a protocol failure ' +
  'carries the same number as status and code. Writes need the header `X-CSRF-Token` equal to the cookie `csrf`, which `GET /api/key` ' +
  'sets, and an `Origin` that is this site. Fields marked as encrypted travel as base64 of RSA-OAEP-SHA-256 with the key of ' +
  '`GET /api/key`, whose `client_id` goes into the header `X-Key-Id`, while `GET /api/config.json` says `encryption`. ' +
  'The OpenID provider is at `/.well-known/openid-configuration`.';

/** The protocol's own refusals: every call may answer them. */
const protocolNames: readonly RefusalName[] = ['badRequest', 'tooManyRequests', 'serverError'];

function described(bound: BoundEndpoint) {
  const { endpoint, name } = bound;
  const names = [...protocolNames, ...(endpoint.access === 'account' ? (['unauthorised', 'overtime'] as const) : []), ...endpoint.errors];
  const codes = [...new Set(names)].map((one) => `${catalogue[one].code} ${one}`);
  const encrypted = endpoint.encrypted === undefined ? '' : ` Encrypted fields: ${endpoint.encrypted.join(', ')}.`;
  return {
    method: endpoint.method,
    url: `/api${endpoint.path}`,
    schema: {
      ...schemasOf(bound),
      operationId: name,
      summary: endpoint.summary,
      description: `Refusals: ${codes.join(', ')}.${encrypted}`,
      tags: [groupOf(endpoint)],
      ...(endpoint.access === 'account' ? { security: [{ session: [] }] } : {}),
      ...(endpoint.access === 'bearer' ? { security: [{ bearer: [] }] } : {}),
    },
  };
}

/** The contract's group of a row: the heading under which the page lists it. */
function groupOf(endpoint: Endpoint): string {
  const found = Object.entries(allEndpoints).find(([, rows]) => Object.values<Endpoint>(rows).includes(endpoint));
  return found?.[0] ?? 'other';
}
