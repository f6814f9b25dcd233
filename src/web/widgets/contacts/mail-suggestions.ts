/**
 * Completions of a typed email: its part up to the at-sign with each domain that starts as typed. None before an
 * at-sign or without a name, and none once the domain is complete.
 */
export function mailSuggestions(typed: string, domains: readonly string[]): readonly string[] {
  const at = typed.indexOf('@');
  if (at < 1) return [];
  const domain = typed.slice(at + 1).toLowerCase();
  if (domains.includes(domain)) return [];
  return domains.filter((each) => each.startsWith(domain)).map((each) => `${typed.slice(0, at + 1)}${each}`);
}
