import { parseArgs } from 'node:util';
import { defaultLanguage, languageNamed, languages, type Language } from '#contract/vocabulary/languages.ts';
import { createMessages } from '#server/core/protection/notices/notice-messages.ts';
import { systemClock } from '#server/platform/clock.ts';
import { newId } from '#server/platform/ids.ts';
import type { OutboxMessage } from '#server/platform/sending/outbox/outbox-queue.ts';
import type { Config } from '#server/platform/settings/config.ts';
import { AdminError, adminHelp } from '#server/admin/admin-command.ts';

/** No code of anybody: it is shown in the console of a provider. */
const code = '000000';

/**
 * `test mail <address>` and `test sms <number>`: sends one code message at once, without database and outbox, by the settings
 * of this environment, and prints the answer of the mail server or the SMS provider.
 * @throws {AdminError}
 */
export async function run(args: readonly string[], config: Config): Promise<number> {
  const { positionals, values } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { language: { type: 'string', default: defaultLanguage } },
  });
  const [, kind, to, ...rest] = positionals;
  const language = languageNamed(values.language);
  if (to === undefined || rest.length > 0 || (kind !== 'mail' && kind !== 'sms')) throw new AdminError(adminHelp);
  if (language === undefined) throw new AdminError(`--language must be one of ${languages.join(', ')}.`);
  try {
    console.log(kind === 'mail' ? await sendMail(config, to, language) : await sendSms(config, to, language));
    return 0;
  } catch (error) {
    if (!(error instanceof Error) || error instanceof AdminError) throw error;
    const { cause } = error;
    throw new AdminError(
      `Not sent: ${error.message}${cause instanceof Error && cause.message !== error.message ? ` (${cause.message})` : ''}.`,
      {
        cause: error,
      },
    );
  }
}

function messageOf(config: Config, channel: 'email' | 'sms', { to, language }: Pick<OutboxMessage, 'to' | 'language'>): OutboxMessage {
  const { publicUrl, supportEmail, brand, sms } = config;
  const { codeMessage } = createMessages({ wall: systemClock, publicUrl, supportEmail, brand, smsLinks: sms.links });
  return codeMessage({ scene: 'login', channel, to, code, language });
}

async function sendMail(config: Config, to: string, language: Language): Promise<string> {
  const { mail } = config;
  if (mail.adapter !== 'smtp') throw new AdminError('MAIL_ADAPTER is not smtp: no mail leaves.');
  const { createSmtpMail } = await import('#server/platform/sending/mail/smtp-mail.ts');
  const sender = createSmtpMail(mail);
  try {
    const message = messageOf(config, 'email', { to, language });
    if (message.channel === 'email') await sender.send(message, newId());
    return `${mail.host} took the mail. Look for it in the mailbox, and in its folder of spam.`;
  } finally {
    await sender.close();
  }
}

async function sendSms(config: Config, to: string, language: Language): Promise<string> {
  const { sms } = config;
  if (sms.adapter !== 'providers') throw new AdminError('SMS_ADAPTER names no provider: no SMS leaves.');
  const { createProviderSms } = await import('#server/platform/sending/sms/provider-sms.ts');
  const { openSmsProvider } = await import('#server/platform/sending/sms/open-sms.ts');
  const message = messageOf(config, 'sms', { to, language });
  const answers: string[] = [];
  for (const settings of sms.providers) {
    // Each separately: the second one is needed on the day when the first one is down.
    const sender = createProviderSms({ providers: [openSmsProvider(settings, systemClock)], log: silent });
    const answer = message.channel === 'sms' ? await sender.send(message, newId()).catch((error: unknown) => refusalText(error)) : '';
    answers.push(`${settings.name}: ${answer}`);
  }
  const text = answers.join('\n');
  if (!answers.every((answer) => answer.endsWith(': taken'))) throw new AdminError(text);
  return `${text}\nLook for it on the telephone: one from each provider.`;
}

const silent = { warn: () => undefined, error: () => undefined };

function refusalText(error: unknown): string {
  const { message, cause } = error instanceof Error ? error : new Error(String(error));
  return cause instanceof Error && cause.message !== message ? `${message} (${cause.message})` : message;
}
