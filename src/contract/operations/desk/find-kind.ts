/** Kinds of search term. */
export const findKinds = ['phone', 'email', 'username', 'number', 'reference', 'device', 'app', 'subject'] as const;

export type FindKind = (typeof findKinds)[number];

/** The id of an app, and the `sub` under which the app knows a person. */
const subjectForm = /^([A-Za-z0-9][\w.-]{1,98}[A-Za-z0-9]):([\w-]{22})$/;

/** The two parts of a text of the kind `subject`; undefined for any other text. */
export function readSubject(text: string): { readonly clientId: string; readonly sub: string } | undefined {
  const [, clientId, sub] = subjectForm.exec(text) ?? [];
  return clientId === undefined || sub === undefined ? undefined : { clientId, sub };
}

/**
 * Possible kinds of a text, by its form: the desk says them under the field, and the server looks for nothing else. Two where
 * two fit. Only exact: nothing here is a part or a pattern.
 */
export function findKindsOf(given: string): readonly FindKind[] {
  const text = given.trim();
  if (text === '' || text.length > 254 || /[%*?\s]/.test(text.replaceAll(/[ -]/g, ''))) return [];
  if (text.includes('@')) return /^[^\s@]+@[^\s@]+$/.test(text) ? ['email'] : [];
  const digits = text.replaceAll(/[ -]/g, '').replace(/^\+?86(?=1\d{10}$)/, '');
  if (/^1\d{10}$/.test(digits)) return ['phone'];
  if (/^\d{12}$/.test(digits)) return ['number'];
  if (/^[0-9A-Z]{4}-?[0-9A-Z]{4}$/i.test(text) && text.includes('-')) return ['reference'];
  if (/^app-[\w-]{4,}$/.test(text)) return ['app'];
  if (subjectForm.test(text)) return ['subject'];
  if (/^[\w-]{22}$/.test(text)) return ['device', 'username'];
  return /^[a-z][a-z0-9_-]{2,31}$/.test(text) ? ['username', 'app'] : [];
}
