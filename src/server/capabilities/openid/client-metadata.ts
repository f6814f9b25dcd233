import type { AdapterPayload, Client } from 'oidc-provider';
import { defaultLanguage } from '#contract/vocabulary/languages.ts';
import { isPublic, type OpenidClient } from '#server/core/openid/client.ts';
import type { ClientWithSecrets } from '#server/core/openid/clients.repository.ts';
import { secretMetadata } from './client-secrets.ts';

const deviceGrant = 'urn:ietf:params:oauth:grant-type:device_code';

/** What this product knows of a client beyond RFC 7591, under one name of its metadata. */
export type ClientRegistration = Omit<OpenidClient, 'icon' | 'links' | 'name'>;

/** The name of that metadata. */
export const registrationField = 'registration';

/** The registration of a client that the library has found. */
export function registrationOf(client: Client): ClientRegistration {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only `clientMetadata` makes clients
  return client[registrationField] as ClientRegistration;
}

/** A client in the terms of RFC 7591. */
export function clientMetadata({ client, state, secretHashes }: ClientWithSecrets): AdapterPayload {
  const isOpen = state !== 'suspended' && state !== 'deleted';
  const hasRedirects = isOpen && client.redirectUris.length > 0;
  const { icon: _icon, links, name, ...registration } = client;
  const { home } = links;
  return {
    client_id: client.id,
    ...(isPublic(client) ? {} : { client_secret: secretMetadata(secretHashes) }),
    client_name: name[defaultLanguage],
    [registrationField]: registration,
    application_type: client.kind === 'native' || client.kind === 'device' ? 'native' : 'web',
    token_endpoint_auth_method: isPublic(client) ? 'none' : 'client_secret_basic',
    redirect_uris: [...client.redirectUris],
    post_logout_redirect_uris: [...client.postLogoutRedirectUris],
    response_types: hasRedirects ? ['code'] : [],
    // A suspended app may use none: it is answered `unauthorized_client`.
    grant_types: isOpen
      ? [...(hasRedirects ? ['authorization_code'] : []), 'refresh_token', ...(client.deviceGrant ? [deviceGrant] : [])]
      : [],
    scope: client.scopes.join(' '),
    ...(home === '' ? {} : { client_uri: home }),
    ...(client.backchannelLogoutUri === ''
      ? {}
      : { backchannel_logout_uri: client.backchannelLogoutUri, backchannel_logout_session_required: true }),
  };
}
