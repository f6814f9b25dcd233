/** The GSM 7-bit alphabet (3GPP TS 23.038); its second table costs two places. */
const gsm = /^[\n\r !"#$%&'()*+,\-./:;<=>?@\w£¥èéùìòÇØøÅåΔΦΓΛΩΠΨΣΘΞÆæßÉ¤¡ÄÖÑÜ§¿äöñüà^{}\\[~\]|€]*$/;
const double = /[\^{}\\[~\]|€]/g;

/** Whether a text fits into one part: 160 places of the GSM alphabet, else 70 units of UTF-16. */
export function isOneSms(text: string): boolean {
  return gsm.test(text) ? text.length + (text.match(double)?.length ?? 0) <= 160 : text.length <= 70;
}

/** The first of the texts that fits into one part; the last one if none does. */
export function firstOneSms(texts: readonly [string, ...string[]]): string {
  return texts.find(isOneSms) ?? texts.reduce((_before, last) => last);
}
