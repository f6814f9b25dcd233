import type Provider from 'oidc-provider';

interface LibraryIdTokens {
  validate(jwt: string, client: unknown): Promise<unknown>;
}

/**
 * Only an ID token hints at who should be signed in. The library looks only at issuer, audience and subject, which a
 * logout token has as well; every other token of ours says its type (RFC 8725 section 3.11).
 */
export function refuseOtherHints(provider: Provider): void {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- missing in the library's types
  const library = provider.IdToken as unknown as LibraryIdTokens;
  const validate = library.validate.bind(library);
  library.validate = async (jwt, client) => {
    const { decodeProtectedHeader } = await import('jose');
    const { typ = 'JWT' } = decodeProtectedHeader(jwt);
    if (typ !== 'JWT') throw new Error('the token is no ID token');
    return validate(jwt, client);
  };
}
