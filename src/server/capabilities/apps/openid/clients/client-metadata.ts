import type { AdapterPayload, Client } from 'oidc-provider';
import { defaultLanguage } from '#contract/vocabulary/languages.ts';
import { hasKeys, isPublic, type OpenidClient } from '#server/core/apps/clients/client.ts';
import type { ClientWithSecrets } from '#server/core/apps/clients/clients.repository.ts';

const authMethods = { none: 'none', secret: 'client_secret_basic', key: 'private_key_jwt' } as const;
/** Needs of the profile for each client (FAPI 2.0 Security Profile section 5.3). */
const fapiMetadata = { require_pushed_authorization_requests: true, id_token_signed_response_alg: 'ES256' } as const;
const deviceGrant = 'urn:ietf:params:oauth:grant-type:device_code';

/** Fields of a client beyond RFC 7591, under one name of its metadata. */
export type ClientRegistration = Omit<OpenidClient, 'icon' | 'links' | 'name'>;

/** The name of that metadata. */
export const registrationField = 'registration';

/** The registration of a client that the library has found. */
export function registrationOf(client: Client): ClientRegistration {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only `clientMetadata` makes clients
  return client[registrationField] as ClientRegistration;
}

/** Secret of a client for the library: hashes, so that the secret itself is nowhere. */
function secretMetadata(hashes: readonly string[]): string {
  // The library wants a value. No hash is as short as this one, so it fits no secret.
  return hashes.length === 0 ? '-' : hashes.join(' ');
}

/** A client in the terms of RFC 7591. */
export function clientMetadata({ client, state, secretHashes }: ClientWithSecrets): AdapterPayload {
  const proof = isPublic(client) ? 'none' : hasKeys(client) ? 'key' : 'secret';
  const isOpen = state !== 'suspended' && state !== 'deleted';
  const hasRedirects = isOpen && client.redirectUris.length > 0;
  const { icon: _icon, links, name, ...registration } = client;
  const { home } = links;
  return {
    client_id: client.id,
    ...(proof === 'secret' ? { client_secret: secretMetadata(secretHashes) } : {}),
    ...(proof === 'key' ? keysOf(client) : {}),
    client_name: name[defaultLanguage],
    [registrationField]: registration,
    application_type: client.kind === 'native' || client.kind === 'device' ? 'native' : 'web',
    token_endpoint_auth_method: authMethods[proof],
    ...(client.dpop ? { dpop_bound_access_tokens: true } : {}),
    ...(client.profile === 'fapi2' ? fapiMetadata : {}),
    redirect_uris: [...client.redirectUris],
    post_logout_redirect_uris: [...client.postLogoutRedirectUris],
    response_types: hasRedirects ? ['code'] : [],
    // A suspended app may use none: it is answered `unauthorized_client`.
    grant_types: isOpen ? [...(hasRedirects ? ['authorization_code'] : []), 'refresh_token', ...moreGrants(client)] : [],
    scope: client.scopes.join(' '),
    ...(home === '' ? {} : { client_uri: home }),
    ...(client.backchannelLogoutUri === ''
      ? {}
      : { backchannel_logout_uri: client.backchannelLogoutUri, backchannel_logout_session_required: !client.logoutBySub }),
  };
}

function keysOf({ jwks, jwksUri }: OpenidClient): Pick<AdapterPayload, string> {
  return jwks === null ? { jwks_uri: jwksUri } : { jwks: { keys: [...jwks.keys] } };
}

/** An app that keeps a secret or a key may ask in its own name for what the operator has granted it. */
function moreGrants(client: OpenidClient): readonly string[] {
  const asksForItself = !isPublic(client) && client.resources.length > 0;
  return [...(client.deviceGrant ? [deviceGrant] : []), ...(asksForItself ? ['client_credentials'] : [])];
}
