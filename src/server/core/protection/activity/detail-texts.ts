/** The texts in the detail of an event, as `core/audit` wrote it; none for ''. */
export function detailTexts(detail: string): Readonly<Record<string, string>> {
  const parsed: unknown = detail === '' ? {} : JSON.parse(detail);
  if (typeof parsed !== 'object' || parsed === null) return {};
  return Object.fromEntries(Object.entries(parsed).filter((pair): pair is [string, string] => typeof pair[1] === 'string'));
}
