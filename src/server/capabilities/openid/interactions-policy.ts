import { interactionPolicy, type KoaContextWithOIDC } from 'oidc-provider';
import { registrationOf } from './client-metadata.ts';

/**
 * The library's policy, preceded by a registration or the choice of an account if the app asks for one. A stored
 * request holds its hints only once. Apps of the operator's own ask nobody for consent. Changed agreements are answered
 * after the sign-in, before the consent: `owes` says whether the person of the request must see them.
 */
export function interactionsPolicy(owes: (ctx: KoaContextWithOIDC) => Promise<boolean>) {
  const policy = interactionPolicy.base();
  const login = policy.get('login');
  if (login !== undefined) login.details = () => ({});
  const native = policy.get('consent')?.checks.get('native_client_prompt');
  if (native !== undefined) {
    const { check } = native;
    native.check = (ctx) => !(ctx.oidc.client !== undefined && registrationOf(ctx.oidc.client).firstParty) && check(ctx);
  }
  const terms = new interactionPolicy.Check('terms_owed', 'updated terms must be answered', 'interaction_required', owes);
  policy.add(new interactionPolicy.Prompt({ name: 'terms', requestable: false }, terms), 1);
  policy.add(new interactionPolicy.Prompt({ name: 'select_account', requestable: true }), 0);
  // OpenID Connect Initiating User Registration 1.0.
  policy.add(new interactionPolicy.Prompt({ name: 'create', requestable: true }), 0);
  return policy;
}
