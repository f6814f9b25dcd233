import type { DevOutbox } from './dev-outbox.ts';
import type { MailSender } from '#server/platform/sending/mail/mail.ts';
import { renderMail } from '#server/platform/sending/mail/mail-template.ts';

/** Mail of a development server: goes to the development outbox, which does not exist in production. */
export function createDevMail({ devOutbox }: { devOutbox: DevOutbox }): MailSender {
  return {
    send(message) {
      const { subject, text, html } = renderMail(message);
      const { code, action } = message.content;
      const { to, scene } = message;
      return devOutbox.append({ channel: 'email', to, scene, subject, text, code: code ?? null, link: action?.href ?? null }, html);
    },
    close: () => Promise.resolve(),
  };
}
