import { languages } from '#contract/vocabulary/languages.ts';
import { accountActions } from '#contract/account/account/account-actions.words.ts';
import { acrValues } from '#contract/sign-in/two-step/second-step.words.ts';
import { claimsOfScopes } from './tokens/claims.ts';

/** Values of `prompt` that the provider obeys. */
export const promptValues = ['none', 'login', 'consent', 'select_account', 'create'] as const;

/** Values of `display` that change the pages. */
export const displayValues = ['page', 'popup', 'touch'] as const;

/** The public pages of the provider's own rules. */
const agreementPages = { policy: '/agreement/private', terms: '/agreement/server' } as const;

/** Claims that the discovery document announces: a request may name each in both places (OpenID Connect Core 5.5). */
export const supportedClaims = [
  ...new Set(['sub', 'iss', 'sid', 'acr', 'amr', 'auth_time', ...Object.values(claimsOfScopes).flat()]),
] as const;

/** Ways in which a client proves itself, at every endpoint where it does. */
export const clientAuthMethods = ['none', 'client_secret_basic', 'client_secret_post', 'private_key_jwt'] as const;

/**
 * Members of the discovery document beyond those that the library derives from its configuration (OpenID Connect Discovery 1.0,
 * RFC 8414, MSC4191). The same values configure the provider and the pages.
 */
export function discoveryOf(publicUrl: string, { embeds }: { readonly embeds: boolean }) {
  const at = (path: string): string => new URL(path, publicUrl).href;
  return {
    account_management_uri: at('/account'),
    account_management_actions_supported: Object.keys(accountActions),
    acr_values_supported: [...acrValues],
    claim_types_supported: ['normal'],
    display_values_supported: [...displayValues, ...(embeds ? ['embedded'] : [])],
    introspection_endpoint_auth_methods_supported: clientAuthMethods.filter((method) => method !== 'none'),
    op_policy_uri: at(agreementPages.policy),
    op_tos_uri: at(agreementPages.terms),
    prompt_values_supported: [...promptValues],
    request_parameter_supported: false,
    revocation_endpoint_auth_methods_supported: [...clientAuthMethods],
    service_documentation: at('/developer/guides'),
    ui_locales_supported: languages.map((language) => language.replace('_', '-')),
  };
}
