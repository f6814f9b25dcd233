import { createHash } from 'node:crypto';

/** A text inside HTML. */
export function text(value: string): string {
  return value.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}

/** A text inside a quoted attribute. */
export function attribute(value: string): string {
  return text(value).replaceAll('"', '&quot;');
}

/** The source of a content security policy that allows exactly this script or style. */
export function hash(content: string): string {
  return `'sha256-${createHash('sha256').update(content).digest('base64')}'`;
}
