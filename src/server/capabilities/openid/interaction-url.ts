/**
 * Where a request goes on in the browser that began it. It says whose request it is, so that somebody for whom it is
 * over can begin again at the app: the request itself is gone then.
 */
export function interactionUrl(uid: string, clientId: unknown): string {
  const query = typeof clientId === 'string' ? `?${new URLSearchParams({ client_id: clientId }).toString()}` : '';
  return `/oidc/interaction/${uid}${query}`;
}
