/** A phone as calls and messages show it: `138****6021`. */
export function maskPhone(phone: string): string {
  return `${phone.slice(0, 3)}****${phone.slice(-4)}`;
}

/** An email likewise, as it is written: `li***@example.com`; only the first character of a local part of one or two. */
export function maskWrittenEmail(email: string): string {
  const at = email.lastIndexOf('@');
  const local = email.slice(0, at);
  return `${local.slice(0, local.length > 2 ? 2 : 1)}***${email.slice(at)}`;
}

/** A masked phone or email as screens show it: `138 •••• 6021`, `li•••@example.com` (brief 6). */
export function shownMask(masked: string): string {
  return masked.includes('@') ? masked.replace(/\*+/, '•••') : masked.replace(/\*+/, ' •••• ');
}
