import { readForeign, textOf } from '#server/platform/outbound/loose-json.ts';
import { askProvider, blocked, misconfigured, tooMany, uncertain, wrongNumber, type SmsError, type SmsProvider } from './sms-provider.ts';

export interface TwilioSettings {
  readonly url: string;
  /** Milliseconds for one message. */
  readonly timeoutMs: number;
  readonly accountSid: string;
  readonly authToken: string;
  /** A number in E.164, or a messaging service (MG…). */
  readonly from: string;
  /**
   * The URL for Twilio's delivery reports: a slash and the message's id follow. Undefined if Twilio cannot reach this
   * server.
   */
  readonly reportTo: string | undefined;
}

/** Twilio Programmable Messaging: the whole text, no templates. Without `.json` it answers in XML. */
export function createTwilioSms({ url, timeoutMs, accountSid, authToken, from, reportTo }: TwilioSettings): SmsProvider {
  const address = new URL(`${url}/2010-04-01/Accounts/${accountSid}/Messages.json`);
  const authorization = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`;
  return {
    name: 'twilio',
    canSend: () => true,
    async send({ to, text }, id) {
      const sender = from.startsWith('MG') ? { MessagingServiceSid: from } : { From: from };
      const report = reportTo === undefined ? {} : { StatusCallback: `${reportTo}/${id}` };
      const body = new URLSearchParams({ To: `+86${to}`, ...sender, Body: text, ...report }).toString();
      const headers = { authorization, 'content-type': 'application/x-www-form-urlencoded' };
      const { status, bytes } = await askProvider(address, { method: 'POST', headers, body, timeoutMs });
      const answer = readForeign(bytes);
      if (status === 201 && textOf(answer, 'sid') !== undefined) return;
      const code = textOf(answer, 'code');
      throw code === undefined || status < 400 ? uncertain(`http ${status}`) : errorOf(code);
    },
  };
}

function errorOf(code: string): SmsError {
  switch (code) {
    case '21211':
    case '21614':
      return wrongNumber(code);
    case '21610':
      return blocked(code);
    case '20429':
    case '21611':
      // A limit of our account, not of the number: another provider may have room.
      return misconfigured(code);
    case '60203':
      return tooMany(code);
    default:
      return misconfigured(code);
  }
}
