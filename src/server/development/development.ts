import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { OpenidClients } from '#server/core/apps/clients/clients.repository.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Config } from '#server/platform/settings/config.ts';
import type { MailSender } from '#server/platform/sending/mail/mail.ts';
import type { SmsSender } from '#server/platform/sending/sms/sms.ts';
import { seedDemoClient } from './demo-client.ts';
import { createDevMail } from './dev-mail.ts';
import { openDevOutbox, type DevOutbox } from './dev-outbox.ts';
import { registerDevRoutes } from './dev-routes.ts';
import { createDevSms } from './dev-sms.ts';

/** Additions to the product for development and tests. */
export interface Development {
  readonly outbox: DevOutbox;
  /** Mail and SMS that go to the outbox. */
  readonly mail: MailSender;
  readonly sms: SmsSender;
  /** Registers everything below `/dev`. */
  registerPages(app: FastifyInstance): Promise<void>;
  /** In development, not for tests: registers the demo app. */
  seed(clients: OpenidClients): Promise<void>;
}

export function createDevelopment({ env, dataDir }: Pick<Config, 'env' | 'dataDir'>, clock: Clock): Development {
  const devOutbox = openDevOutbox({ env, file: join(dataDir, 'dev-outbox.jsonl'), clock });
  return {
    outbox: devOutbox,
    mail: createDevMail({ devOutbox }),
    sms: createDevSms({ devOutbox }),
    registerPages: (app) => registerDevRoutes(app, devOutbox),
    async seed(clients) {
      if (env === 'development') await seedDemoClient({ clients, clock });
    },
  };
}
