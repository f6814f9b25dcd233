/** Nothing of these can be seen: controls, signs of direction, blanks that are none, ends of lines, and lost bytes. */
const invisible = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800\ufffd]/gu;

/** A name from elsewhere, or of a thing, as it is kept: without what no one can see, and with single blanks. */
export function cleanName(text: string): string {
  return text.normalize().replaceAll(/\s+/gu, ' ').replaceAll(invisible, '').trim();
}

/** The same name in a message, where no program makes a link of it. */
export function nameInMessage(text: string): string {
  return cleanName(text).replaceAll(/[.\u2024\u3002\uff0e\uff61]/gu, '·');
}
