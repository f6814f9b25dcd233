import type { FastifyInstance } from 'fastify';
import { defaultLanguage } from '#contract/vocabulary/languages.ts';
import { regionOfCountry } from '#contract/vocabulary/regions.ts';
import { countryOf } from '#server/platform/http/request-call.ts';
import { registerEndpoints } from '#server/platform/http/register-endpoints.ts';
import { answerNotFound, createHttpServer, logRequest } from '#server/platform/http/server.ts';
import { registerApiMetadata } from './api-metadata.ts';
import { registerAvatarFiles, registerAvatarUpload } from './avatar-files.ts';
import { registerCopyFiles, registerDocumentKeys } from './copy-files.ts';
import { registerDataMap } from './data-map.ts';
import { registerDesk } from './desk-mount.ts';
import { registerHealth } from './health.ts';
import { registerOpenApi } from './open-api.ts';
import { registerOpenid } from './openid-mount.ts';
import { registerPasskeyFiles } from './passkey-files.ts';
import { registerPlatformEvents } from './platform-events.ts';
import { refusalText } from './refusal-text.ts';
import { registerSecurityText } from './security-text.ts';
import { registerSsf } from './ssf-mount.ts';
import { registerTwilioReports } from './twilio-reports.ts';
import { builtMark } from './web-build.ts';
import { registerWebPages } from './web-pages.ts';
import type { Wiring } from './wire.ts';

/** The Fastify instance with every route of the server. Does not listen yet. */
export async function buildApp(wiring: Wiring): Promise<FastifyInstance> {
  const { config, calls, core, http, files, desk } = wiring;
  const { db, clock } = core.store;
  const { app, context } = createHttpServer({ ...http, refusalText });
  if (desk !== undefined) await registerDesk(app, context, { desk, db });
  registerEndpoints(app, context, calls);
  // A desktop that waits for news would hold the stop.
  app.addHook('preClose', async () => wiring.waits.close());
  registerApiMetadata(app, config);
  await registerAvatarUpload(app, context, { db, clock, blobs: files.blobs });
  registerCopyFiles(app, context, files);
  const mark = async () => config.brand.logo ?? (await builtMark());
  registerOpenApi(app, { calls, publicUrl: config.publicUrl, title: config.brand.id[defaultLanguage], mark });
  app.setNotFoundHandler(answerNotFound(context));
  registerHealth(app, { ...http, db });
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
