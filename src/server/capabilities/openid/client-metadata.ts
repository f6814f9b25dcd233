import type { AdapterPayload } from 'oidc-provider';
import { defaultLanguage } from '#contract/vocabulary/languages.ts';
import { isPublic } from '#server/core/openid/client.ts';
import type { ClientWithSecrets } from '#server/core/openid/clients.repository.ts';
import { secretMetadata } from './client-secrets.ts';

const deviceGrant = 'urn:ietf:params:oauth:grant-type:device_code';

/** A client in the terms of RFC 7591. */
export function clientMetadata({ client, secretHashes }: Pick<ClientWithSecrets, 'client' | 'secretHashes'>): AdapterPayload {
  const hasRedirects = client.redirectUris.length > 0;
  const { home } = client.links;
  return {
    client_id: client.id,
    ...(isPublic(client) ? {} : { client_secret: secretMetadata(secretHashes) }),
    client_name: client.name[defaultLanguage],
    application_type: client.kind === 'native' ? 'native' : 'web',
    token_endpoint_auth_method: isPublic(client) ? 'none' : 'client_secret_basic',
    redirect_uris: [...client.redirectUris],
    post_logout_redirect_uris: [...client.postLogoutRedirectUris],
    response_types: hasRedirects ? ['code'] : [],
    grant_types: [...(hasRedirects ? ['authorization_code'] : []), 'refresh_token', ...(client.deviceGrant ? [deviceGrant] : [])],
    scope: client.scopes.join(' '),
    ...(home === '' ? {} : { client_uri: home }),
    ...(client.backchannelLogoutUri === ''
      ? {}
      : { backchannel_logout_uri: client.backchannelLogoutUri, backchannel_logout_session_required: true }),
  };
}
