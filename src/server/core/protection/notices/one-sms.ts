/** The GSM 7-bit alphabet (3GPP TS 23.038); its second table costs two places. */
const gsm = /^[\n\r !"#$%&'()*+,\-./:;<=>?@\w£¥èéùìòÇØøÅåΔΦΓΛΩΠΨΣΘΞÆæßÉ¤¡ÄÖÑÜ§¿äöñüà^{}\\[~\]|€]*$/;
const double = /[\^{}\\[~\]|€]/g;

/** Whether a text fits into one part: 160 places of the GSM alphabet, else 70 units of UTF-16. */
export function isOneSms(text: string): boolean {
  return gsm.test(text) ? text.length + (text.match(double)?.length ?? 0) <= 160 : text.length <= 70;
}

const plain: Readonly<Record<string, string>> = {
  '’': "'",
  '‘': "'",
  '“': '"',
  '”': '"',
  '…': '...',
  '–': '-',
  '—': '-',
  '•': '*',
  '·': '-',
};

/** The first of the texts that fits into one part, in signs that cost least; the last one, cut, if none does. */
export function firstOneSms(texts: readonly string[]): string {
  // Only in a text that the GSM alphabet has otherwise: the quotation marks of Chinese stay.
  const spelled = texts.map((text) => {
    const simple = text.replaceAll(/[’‘“”…–—•·]/g, (sign) => plain[sign] ?? sign);
    return gsm.test(simple) ? simple : text;
  });
  const last = spelled.at(-1) ?? '';
  return (
    spelled.find(isOneSms) ??
    Array.from(last)
      .slice(0, gsm.test(last) ? 150 : 60)
      .join('')
  );
}

/** A link without its scheme, which phones add. */
export function withoutScheme(href: string): string {
  return href.replace(/^https?:\/\//, '');
}

/** The day in a date or moment, without year and time. */
export function dayIn(date: string): string {
  return /\d{1,2}月\d{1,2}日|^[A-Z][a-z]{2} \d{1,2}/.exec(date)?.[0] ?? date;
}
