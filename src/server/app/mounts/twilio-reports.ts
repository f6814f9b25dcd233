import type { FastifyInstance } from 'fastify';
import type { Clock } from '#server/platform/clock.ts';
import type { Config } from '#server/platform/settings/config.ts';
import { noteUndelivered } from '#server/core/sign-in/codes/codes.guarded.ts';
import type { Db } from '#server/core/database/db.ts';
import type { Log } from '#server/platform/observation/log.ts';
import { isSignedByTwilio, twilioReports } from '#server/platform/sending/sms/twilio-signature.ts';

/** A report has about fifteen short values. */
const bodyLimit = 16 * 1024;

/** Final statuses of an undelivered message (Twilio "Message status values"). */
const lost = new Set(['failed', 'undelivered']);

interface TwilioReportsDeps {
  readonly config: Pick<Config, 'sms'>;
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * Takes Twilio's delivery reports: a person whose code did not arrive learns it on the next request. Reports repeat and
 * come in any order; only the signature proves that they are from Twilio.
 */
export async function registerTwilioReports(app: FastifyInstance, { config, db, clock, log }: TwilioReportsDeps): Promise<void> {
  const twilio = config.sms.providers.find((provider) => provider.name === 'twilio');
  if (twilio?.reportTo === undefined) return;
  const { authToken, reportTo } = twilio;
  await app.register(async (scope) => {
    scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string', bodyLimit }, (_request, text, done) =>
      done(null, new URLSearchParams(String(text))),
    );
    scope.post<{ Params: { id: string } }>(`${twilioReports}/:id`, async (request, reply) => {
      const { id } = request.params;
      const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
      const signature = request.headers['x-twilio-signature'];
      if (typeof signature !== 'string' || !isSignedByTwilio(signature, { url: `${reportTo}/${id}`, form, authToken }))
        return reply.code(403).send();
      const [status = '', errorCode = ''] = [form.get('MessageStatus') ?? undefined, form.get('ErrorCode') ?? undefined];
      if (lost.has(status)) {
        log.warn({ outboxId: id, provider: 'twilio', status, providerCode: errorCode }, 'an SMS did not arrive');
        await noteUndelivered(db, { id, at: clock.now() });
      }
      return reply.code(204).send();
    });
  });
}
