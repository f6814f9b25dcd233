import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { FastifyInstance } from 'fastify';
import { expect, test } from 'vitest';
import { allEndpoints } from '#contract/all.ts';
import { protocolPaths } from '#server/capabilities/apps/openid/protocol-paths.ts';
import { loadConfig, type Config } from '#server/platform/settings/config.ts';
import { platformEnvironment, smsEnvironment } from '#simulators/simulated-environment.ts';
import { buildTestApp, type TestApp } from '#server/testing/server/test-app.ts';
import { listPending } from './list-pending.ts';
import { ownContacts } from '#server/testing/server/own-contacts.ts';

const signalRoutes = [
  'GET /.well-known/ssf-configuration',
  'GET /oidc/ssf/streams',
  'POST /oidc/ssf/streams',
  'PATCH /oidc/ssf/streams',
  'PUT /oidc/ssf/streams',
  'DELETE /oidc/ssf/streams',
  'GET /oidc/ssf/status',
  'POST /oidc/ssf/status',
  'POST /oidc/ssf/subjects/add',
  'POST /oidc/ssf/subjects/remove',
  'POST /oidc/ssf/verify',
  'POST /oidc/ssf/poll/:stream',
];

/** Routes without a row of the contract, with the reason. `ALL` checks the method itself. */
const besideTheContract: Readonly<Record<string, string>> = {
  'ALL /api': 'answers 404',
  'ALL /api/*': 'answers 404',
  'PUT /api/profileimage/upload/:id': 'takes bytes, in a session with its ticket; the rows are begin and finish',
  'GET /api/openapi.json': 'the contract as a document',
  'GET /api/docs': 'its page',
  'GET /api/docs/*': 'its page',
  'GET /.well-known/oauth-protected-resource/api': 'where programs get access tokens for the contract (RFC 9728)',
  'GET,HEAD /healthz': 'for the proxy',
  'GET,HEAD /readyz': 'for the proxy',
  'GET,HEAD /avatars/*': 'pictures',
  'GET /oidc/interaction/:uid': 'where the provider sends a browser',
  'GET /oidc/interaction/:uid/leave': 'leads back to the app that asked',
  'GET /oidc/device': 'leads to the page of devices',
  'GET /oidc/device/:uid': 'leads to the page of devices',
  'ALL /oidc/device': 'refuses what is no GET',
  'ALL /oidc/device/:uid': 'refuses what is no GET',
  'GET /account': 'leads apps to a page by the name of an action',
  ...Object.fromEntries(signalRoutes.map((route) => [route, 'signals of security events to apps (SSF 1.0)'])),
  'GET /api/account/exports/copy/:ticket': 'a file for the session that has proven itself',
  'GET,HEAD /.well-known/document-keys.json': 'public keys of signed documents',
  'GET,HEAD /data-map.json': 'what is kept of people, for everybody',
  'GET,HEAD /.well-known/passkey-endpoints': 'leads password managers to the page of passkeys',
  ...Object.fromEntries(Object.values(protocolPaths).map((path) => [`ALL ${path}`, 'the OpenID provider'])),
  'GET,HEAD /.well-known/change-password': 'leads password managers to the page',
  'GET /follow-qr.svg': 'a drawing',
  'GET,HEAD /old-browser': 'the page for browsers below the floor',
  'GET,HEAD /old-browser.css': 'its style',
  'GET,HEAD /old-browser.js': 'leads there',
  'GET,HEAD /assets/:file': 'files of the build, where there is one',
  'GET,HEAD /*': 'pages',
};

const inDevelopmentAlone = [
  'GET /dev/outbox',
  'GET /dev/outbox.css',
  'GET /dev/outbox.js',
  'GET /dev/outbox.json',
  'GET /dev/outbox/mail/:number',
];

/** Only where configured: signed notifications of other services, and the contact for vulnerability reports. */
const whereConfigured = [
  'GET /events/wechat',
  'GET /events/weibo',
  'GET,HEAD /.well-known/security.txt',
  'POST /callbacks/twilio/:id',
  'POST /events/wechat',
  'POST /events/weibo',
];

/** A server, and every route of its Fastify instance with its methods. */
async function startWithRoutes(config: Partial<Config> = {}): Promise<{ readonly server: TestApp; readonly routes: readonly string[] }> {
  const routes = new Map<unknown, string[]>();
  const watch = (message: unknown) => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- published by Fastify for each new instance
    const { fastify } = message as { readonly fastify: FastifyInstance };
    const own: string[] = [];
    routes.set(fastify, own);
    fastify.addHook('onRoute', ({ method, url }) => {
      const methods = [method].flat();
      own.push(`${methods.length > 2 ? 'ALL' : methods.join()} ${url}`);
    });
  };
  subscribe('fastify.initialization', watch);
  try {
    const server = await buildTestApp({ config });
    return { server, routes: routes.get(server.app) ?? [] };
  } finally {
    unsubscribe('fastify.initialization', watch);
  }
}

const rowsOf = ({ wiring }: TestApp) =>
  wiring.calls.flat().map(({ endpoint }) => `${endpoint.method === 'GET' ? 'GET,HEAD' : endpoint.method} /api${endpoint.path}`);

/** A production server with all optional services configured. */
function production(): Partial<Config> {
  const { env, publicUrl, mail, sms, social, security } = loadConfig({
    NODE_ENV: 'production',
    PUBLIC_URL: 'https://id.example.com',
    SECRET_KEY: 'kJ3x9QmZ7vR2tY5wB8nC1dF4gH6jL0pS+uE/aI-oMqs=',
    ...ownContacts,
    MAIL_ADAPTER: 'smtp',
    SMTP_URL: 'smtp://mail.example.com',
    SMTP_FROM: 'no-reply@example.com',
    SECURITY_CONTACT: 'mailto:security@example.com',
    ...platformEnvironment('off'),
    ...smsEnvironment('off'),
  });
  return { env, publicUrl, mail, sms, social, security };
}

test('serves every row of the contract or lists it as pending, and serves no path without a row', async () => {
  await using stack = new AsyncDisposableStack();
  const { server, routes } = await startWithRoutes();
  stack.defer(() => server.close());
  const served = rowsOf(server);
  const rows = Object.values(allEndpoints).reduce((sum, group) => sum + Object.keys(group).length, 0);
  expect(new Set(served).size).toBe(served.length);
  expect(served.length + listPending(server.wiring.calls).length).toBe(rows);
  expect(listPending([])).toHaveLength(rows);

  expect(new Set(routes).size).toBe(routes.length);
  expect(served.filter((row) => !routes.includes(row))).toEqual([]);
  const others = routes.filter((route) => !served.includes(route));
  expect(others.filter((route) => !(route in besideTheContract)).toSorted()).toEqual(inDevelopmentAlone);
  expect(Object.keys(besideTheContract).filter((route) => !others.includes(route) && !route.includes('/assets/'))).toEqual([]);
});

test('serves no development path in production, and optional paths only where configured', async () => {
  await using stack = new AsyncDisposableStack();
  const { server, routes } = await startWithRoutes(production());
  stack.defer(() => server.close());
  const served = rowsOf(server);
  const others = routes.filter((route) => !served.includes(route) && !(route in besideTheContract));
  expect(others.toSorted()).toEqual(whereConfigured);
  for (const path of ['/dev/outbox', '/dev/outbox.json', '/metrics']) {
    expect([path, (await server.newBrowser().raw({ method: 'GET', path })).status]).toEqual([path, 404]);
  }
});

test('answers 404 for a pending call', async () => {
  await using stack = new AsyncDisposableStack();
  const server = await buildTestApp();
  stack.defer(() => server.close());
  const browser = server.newBrowser();
  await browser.prepare();
  for (const { endpoint } of listPending(server.wiring.calls)) {
    const path = `/api${endpoint.path.replaceAll(/:\w+/g, 'x')}`;
    const answer = await browser.raw({ method: endpoint.method, path, ...(endpoint.method === 'GET' ? {} : { body: '{}' }) });
    expect([path, answer.status, answer.code]).toEqual([path, 404, 404]);
  }
});
