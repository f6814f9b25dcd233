import type { FastifyInstance } from 'fastify';
import { defaultLanguage } from '#contract/vocabulary/languages.ts';
import { regionOfCountry } from '#contract/vocabulary/regions.ts';
import { countryOf } from '#server/platform/http/requests/request-call.ts';
import { registerEndpoints } from '#server/platform/http/register-endpoints.ts';
import { answerNotFound, createHttpServer, logRequest } from '#server/platform/http/server.ts';
import { registerApiMetadata } from './api/api-metadata.ts';
import { registerAvatarFiles, registerAvatarUpload } from './pages/avatar-files.ts';
import { registerCopyFiles, registerDocumentKeys } from './pages/copy-files.ts';
import { registerDataMap } from './pages/data-map.ts';
import { registerDesk } from './mounts/desk-mount.ts';
import { registerHealth } from './mounts/health.ts';
import { registerOpenApi } from './api/open-api.ts';
import { registerOpenid } from './mounts/openid-mount.ts';
import { registerPasskeyFiles } from './pages/passkey-files.ts';
import { registerPlatformEvents } from './mounts/platform-events.ts';
import { refusalText } from './pages/refusal-text.ts';
import { tooManyCookiesPage } from './pages/too-many-cookies.ts';
import { registerSecurityText } from './pages/security-text.ts';
import { registerSsf } from './mounts/ssf-mount.ts';
import { registerTwilioReports } from './mounts/twilio-reports.ts';
import { builtMark } from './pages/web-build.ts';
import { registerWebPages } from './pages/web-pages.ts';
import type { Wiring } from './wire.ts';

/** The Fastify instance with every route of the server. Does not listen yet. */
export async function buildApp(wiring: Wiring): Promise<FastifyInstance> {
  const { config, calls, core, http, files, desk } = wiring;
  const { db, clock } = core.store;
  const { app, context } = createHttpServer({ ...http, refusalText, tooManyCookies: tooManyCookiesPage() });
  if (desk !== undefined) await registerDesk(app, context, { desk, db, config });
  registerEndpoints(app, context, calls);
  // A desktop that waits for news would hold the stop.
  app.addHook('preClose', async () => wiring.waits.close());
  registerApiMetadata(app, config);
  await registerAvatarUpload(app, context, { db, clock, blobs: files.blobs });
  registerCopyFiles(app, context, files);
  const mark = async () => config.brand.logo ?? (await builtMark());
  registerOpenApi(app, { calls, publicUrl: config.publicUrl, title: config.brand.id[defaultLanguage], mark });
  app.setNotFoundHandler(answerNotFound(context));
  registerHealth(app, { ...http, ...wiring.platform });
  // Routes outside of the contract log in a hook after the answer; calls log themselves, which is cheaper.
  await app.register(async (pages) => {
    pages.addHook('onResponse', (request, reply, done) => {
      const { statusCode } = reply;
      if (!request.isLogged) logRequest(context, request, { status: statusCode, code: statusCode < 400 ? 200 : statusCode });
      done();
    });
    await wiring.pages.development?.registerPages(pages);
    await registerTwilioReports(pages, { config, db, clock, log: http.log });
    registerSecurityText(pages, { config, clock });
    registerPasskeyFiles(pages, wiring);
    registerDocumentKeys(pages, files);
    registerDataMap(pages, config);
    registerAvatarFiles(pages, files.blobs);
    await registerPlatformEvents(pages, context, wiring.pages.platformEvents);
    await registerSsf(pages, context, wiring.signals.mount);
    await registerOpenid(pages, context, wiring.openid.mount);
    registerWebPages(pages, {
      ...wiring.pages,
      config,
      sessions: core.access.sessions,
      regionOf: (request) => regionOfCountry(countryOf(request, context)),
    });
  });
  await app.ready();
  wiring.openid.protocol.answerBy(app);
  return app;
}
