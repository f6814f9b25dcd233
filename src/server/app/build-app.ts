import type { FastifyInstance } from 'fastify';
import { defaultLanguage } from '#contract/vocabulary/languages.ts';
import { regionOfCountry } from '#contract/vocabulary/regions.ts';
import { countryOf } from '#server/platform/http/request-call.ts';
import { registerEndpoints } from '#server/platform/http/register-endpoints.ts';
import { answerNotFound, createHttpServer, logRequest } from '#server/platform/http/server.ts';
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
  const { config, calls } = wiring;
  const { app, context } = createHttpServer({ ...wiring, refusalText });
  const { desk, db } = wiring;
  if (desk !== undefined) await registerDesk(app, context, { desk, db });
  registerEndpoints(app, context, calls);
  await registerAvatarUpload(app, context, wiring);
  registerCopyFiles(app, context, wiring);
  const mark = async () => config.brand.logo ?? (await builtMark());
  registerOpenApi(app, { calls, publicUrl: config.publicUrl, title: config.brand.id[defaultLanguage], mark });
  app.setNotFoundHandler(answerNotFound(context));
  registerHealth(app, wiring);
  // Routes outside of the contract log in a hook after the answer; calls log themselves, which is cheaper.
  await app.register(async (pages) => {
    pages.addHook('onResponse', (request, reply, done) => {
      const { statusCode } = reply;
      if (!request.isLogged) logRequest(context, request, { status: statusCode, code: statusCode < 400 ? 200 : statusCode });
      done();
    });
    await wiring.development?.registerPages(pages);
    await registerTwilioReports(pages, wiring);
    registerSecurityText(pages, wiring);
    registerPasskeyFiles(pages, wiring);
    registerDocumentKeys(pages, wiring);
    registerDataMap(pages, config);
    registerAvatarFiles(pages, wiring.blobs);
    await registerPlatformEvents(pages, context, wiring.platformEvents);
    await registerSsf(pages, context, wiring.ssf);
    await registerOpenid(pages, context, wiring.openid);
    registerWebPages(pages, { ...wiring, regionOf: (request) => regionOfCountry(countryOf(request, context)) });
  });
  await app.ready();
  wiring.protocol.answerBy(app);
  return app;
}
