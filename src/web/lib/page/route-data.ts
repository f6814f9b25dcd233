/**
 * The server's text values for this page, by name, from a script element of type application/json; omits other values.
 */
export function routeData(): Readonly<Record<string, string | undefined>> {
  const value = readRouteData();
  return Object.fromEntries(Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
}

/** All of the data. Empty if the page's screen has none. */
export function readRouteData(): Readonly<Record<string, unknown>> {
  if (typeof document === 'undefined') return {};
  const value: unknown = JSON.parse(document.querySelector('#route-data')?.textContent ?? '{}');
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
