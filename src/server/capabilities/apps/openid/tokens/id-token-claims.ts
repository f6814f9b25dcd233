import type Provider from 'oidc-provider';
import { registrationOf } from '../clients/client-metadata.ts';

interface IssuedToken {
  readonly scope?: string;
  /** The API that it is for; its scopes are then only those of the API. */
  readonly aud?: string | readonly string[];
}

interface LibraryIdToken {
  scope: string;
  readonly client: InstanceType<Provider['Client']>;
  readonly ctx: { readonly oidc: { readonly entities: { readonly AccessToken?: IssuedToken } } } | undefined;
  issue(how: { readonly use: string }): Promise<string>;
}

/**
 * Also puts the claims of the granted scopes into ID tokens, for apps whose library never asks userinfo. OpenID Connect
 * Core 5.4 has them only at userinfo; the library offers one choice for all clients.
 */
export function claimsInIdTokens(provider: Provider): void {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- missing in the library's types
  const library = provider.IdToken.prototype as unknown as LibraryIdToken;
  // oxlint-disable-next-line typescript/unbound-method -- called below with the token as its `this`
  const { issue } = library;
  library.issue = function issueWithClaims(this: LibraryIdToken, how): Promise<string> {
    const { scope, aud } = this.ctx?.oidc.entities.AccessToken ?? {};
    // Beside a token of an API, which opens no userinfo, the library puts all claims into the ID token.
    const isOurs = scope !== undefined && aud === undefined;
    if (how.use === 'idtoken' && isOurs && registrationOf(this.client).idTokenClaims) this.scope = scope;
    return issue.call(this, how);
  };
}
