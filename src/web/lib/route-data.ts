/** The texts that the server gave to this page (a script element of type application/json), by name; other values are left out. */
export function routeData(): Readonly<Record<string, string | undefined>> {
  const value = readRouteData();
  return Object.fromEntries(Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
}

/** All of it. Empty where the page was not made for a screen with data. */
export function readRouteData(): Readonly<Record<string, unknown>> {
  if (typeof document === 'undefined') return {};
  const value: unknown = JSON.parse(document.querySelector('#route-data')?.textContent ?? '{}');
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
