/** Scopes that apps can request (OpenID Connect Core 5.4). Texts are in `#messages/<language>` under `scope.<name>`. */
export const scopes = ['openid', 'profile', 'email', 'phone', 'address', 'offline_access', 'desktop'] as const;

/** The scope of a desktop's account service: only for programs of the system whose tokens are bound to a key. */
export const desktopScope = 'desktop' satisfies Scope;

/** Scopes that apps of developers can request. */
export const developerScopes = scopes.filter(isDeveloperScope);

export function isDeveloperScope(scope: Scope): scope is DeveloperScope {
  return scope !== desktopScope;
}

export type DeveloperScope = Exclude<Scope, typeof desktopScope>;

export type Scope = (typeof scopes)[number];

export function isScope(text: string): text is Scope {
  return scopes.some((scope) => scope === text);
}
