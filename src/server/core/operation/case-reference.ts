/**
 * Whether a text can be the number of a case: capital letters, digits and dashes, and no phone number of mainland China,
 * because it stays in the audit trail.
 */
export function isCaseReference(text: string): boolean {
  return /^[A-Z0-9][A-Z0-9-]{3,31}$/.test(text) && !/1[3-9]\d{9}/.test(text.replaceAll('-', ''));
}
