import type { AnswerText, ChangeText, MailTexts } from '#messages/mail-texts.ts';
import { fill, type Filling } from '#messages/fill.ts';
import { firstOneSms, isOneSms } from './one-sms.ts';

interface SmsOfChange {
  readonly texts: Pick<MailTexts, 'notice' | 'nearSms' | 'onSms' | 'support' | 'receipt'>;
  readonly text: ChangeText;
  /** Undefined where nothing can be answered. */
  readonly answer: Pick<AnswerText, 'sms' | 'plain'> | undefined;
  /** `{near}` is a city and `{device}` a browser; '' where they are not known. */
  readonly values: Filling;
  readonly href: string;
  /** False where carriers refuse links. */
  readonly mayLink: boolean;
}

/** One of the forms of an SMS. */
interface Form {
  /** Acting; undefined for the name of a page. */
  readonly link?: string;
  readonly near?: boolean;
  readonly on?: boolean;
  /** The address of a receipt, or ''. */
  readonly keep: string;
  /** Without advice. */
  readonly isBare?: boolean;
}

/**
 * The SMS of a notice, in one part: without room its links lose their `https://`, then it loses the device, then the place,
 * and at last an acting link gives way to the name of the page that asks who is there.
 */
export function changeSms({ texts, text, answer, values, href, mayLink }: SmsOfChange): string {
  const bare = (link: string) => link.replace(/^https:\/\//, '');
  const receipt = String(values['receipt'] ?? '');

  function written({ link, near = false, on = false, keep, isBare = false }: Form): string {
    const where = near && values['near'] ? fill(texts.nearSms, { place: values['near'] }) : '';
    const device = on && values['device'] ? fill(texts.onSms, values) : '';
    const advice = answer === undefined ? texts.support.sms : link === undefined ? answer.plain : answer.sms;
    const parts = [text.sms, ...(isBare ? [] : [advice]), ...(keep === '' ? [] : [texts.receipt.sms])];
    const all = { ...values, near: where, on: device, href: link ?? '', receipt: keep };
    return plainQuotes(fill(texts.notice, { ...all, text: parts.map((part) => fill(part, all)).join('') }));
  }

  const sizes = [{ near: true, on: true }, { near: true }, {}];
  const short = bare(href);
  const kept = mayLink ? bare(receipt) : '';
  const plain = sizes.map((size) => written({ ...size, keep: kept }));
  const linked = [
    written({ link: href, near: true, on: true, keep: receipt }),
    ...sizes.map((size) => written({ ...size, link: short, keep: kept })),
  ];
  const forms = [...(mayLink ? linked : []), ...plain];
  const bareForm = written({ keep: kept, isBare: true });
  return forms.find(isOneSms) ?? bareForm;
}

/** A code's SMS: a long host leaves no room for how long the code is valid. */
export function codeSms(whole: string, filling: Filling): string {
  return firstOneSms([fill(whole, filling), fill(whole.replace(/[，,][^，。.,]*\{minutes\}[^，。.,]*(?=[，。.])/, ''), filling)]);
}

/** Typographic quotes are outside of the GSM alphabet: among Latin letters they would halve the room. */
function plainQuotes(text: string): string {
  return /\p{sc=Han}/u.test(text) ? text : text.replaceAll(/[‘’]/g, "'").replaceAll(/[“”]/g, '"');
}
