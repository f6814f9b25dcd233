import type Provider from 'oidc-provider';
import { errors, type KoaContextWithOIDC } from 'oidc-provider';

/** An error of the library: `error_detail` stays inside. */
export type LibraryError = Error & { readonly error?: string; readonly error_description?: string; readonly error_detail?: string };

interface Named {
  readonly of: RegExp;
  readonly error: string;
  readonly description: string;
}

/** Causes that help an app's developer and no thief: a part of the request is not there, or belongs to another request. */
const named: readonly Named[] = [
  { of: /DPoP proof JWT not provided|missing DPoP proof/, error: 'invalid_dpop_proof', description: 'this app must send a DPoP proof' },
  { of: /code_verifier must be provided/, error: 'invalid_grant', description: 'code_verifier is missing' },
  { of: /redirect_uri mismatch/, error: 'invalid_grant', description: 'redirect_uri is another one than at the authorization' },
];

/** Gives answers of the library the codes and words of their RFCs (6749 section 5.2, 7662 section 2.2, 9449 section 5). */
export function nameErrors(provider: Provider): void {
  on(provider, 'grant.error', (ctx, error) => {
    const found = named.find(({ of }) => of.test(insideOf(error)));
    if (found !== undefined) ctx.body = { error: found.error, error_description: found.description };
  });
  // A token that is none of ours is not active, and no error.
  on(provider, 'introspection.error', (ctx, error) => {
    if (!(error instanceof errors.UnsupportedTokenType)) return;
    ctx.status = 200;
    ctx.body = { active: false };
  });
}

/** The library's own words for the cause. */
export function insideOf(error: LibraryError): string {
  const cause = error.cause instanceof Error ? error.cause.message : '';
  return `${error.error_detail ?? ''} ${error.error_description ?? ''} ${cause}`.trim();
}

/** Calls back after the library has answered with an error. */
export function on(provider: Provider, event: string, hear: (ctx: KoaContextWithOIDC, error: LibraryError) => void): void {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the library's types know only some of its events
  (provider as unknown as NodeJS.EventEmitter).on(event, hear);
}
