import type Provider from 'oidc-provider';
import { registrationOf } from '../clients/client-metadata.ts';

interface LibraryIdToken {
  scope: string;
  readonly client: InstanceType<Provider['Client']>;
  readonly ctx: { readonly oidc: { readonly entities: { readonly AccessToken?: { readonly scope?: string } } } } | undefined;
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
    const scope = this.ctx?.oidc.entities.AccessToken?.scope;
    if (how.use === 'idtoken' && scope !== undefined && registrationOf(this.client).idTokenClaims) this.scope = scope;
    return issue.call(this, how);
  };
}
