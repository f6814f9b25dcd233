/** Scopes that apps can request (OpenID Connect Core 5.4). Texts are in `#messages/<language>` under `scope.<name>`. */
export const scopes = ['openid', 'profile', 'email', 'phone', 'address', 'offline_access'] as const;

export type Scope = (typeof scopes)[number];

export function isScope(text: string): text is Scope {
  return scopes.some((scope) => scope === text);
}
