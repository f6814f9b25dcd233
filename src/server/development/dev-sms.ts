import type { DevOutbox } from './dev-outbox.ts';
import type { SmsSender } from '#server/platform/sending/sms/sms.ts';

/** SMS of a development server: they go to the development outbox, which does not exist in production. */
export function createDevSms({ devOutbox }: { devOutbox: DevOutbox }): SmsSender {
  return {
    async send({ to, scene, text, code }) {
      await devOutbox.append({ channel: 'sms', to, scene, subject: null, text, code: code ?? null, link: null });
      return 'taken';
    },
    close: () => Promise.resolve(),
  };
}
