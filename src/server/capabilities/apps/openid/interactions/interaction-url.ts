/**
 * The URL where a request continues in the browser that began it. It names the client, so that a person with an expired
 * request can begin again at the app: the request itself is gone then.
 */
export function interactionUrl(uid: string, clientId: unknown): string {
  const query = typeof clientId === 'string' ? `?${new URLSearchParams({ client_id: clientId }).toString()}` : '';
  return `/oidc/interaction/${uid}${query}`;
}
