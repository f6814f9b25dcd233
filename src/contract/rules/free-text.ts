/** Controls except the line break, ill-formed text, and characters that change the direction of the text around them. */
const unwanted = /[^\P{Cc}\n]|[\p{Cs}\u202a-\u202e\u2066-\u2069]/gu;

/** A free text of several lines in Unicode's composed form (NFC), without surrounding white space and invisible signs. */
export function normalizeLines(value: string): string {
  return value.replace(/\r\n?/g, '\n').replaceAll('\t', ' ').replace(unwanted, '').trim().normalize();
}
