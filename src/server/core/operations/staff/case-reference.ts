/**
 * Whether a text can be the number of a case: of the operator's form, and no phone number of mainland China, because it
 * stays in the audit trail.
 */
export function isCaseReference(text: string, pattern: RegExp): boolean {
  return text.length <= 64 && pattern.test(text) && !/1[3-9]\d{9}/.test(text.replaceAll('-', ''));
}
