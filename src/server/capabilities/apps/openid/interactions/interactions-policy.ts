import { interactionPolicy, type KoaContextWithOIDC } from 'oidc-provider';
import { needsMore } from '../tokens/assurance.ts';
import { registrationOf } from '../clients/client-metadata.ts';

/**
 * The library's policy, preceded by a registration or the choice of an account if the app asks for one. A stored
 * request holds its hints only once. Stronger sign-ins stand in for weaker ones. Apps of the operator's own ask nobody
 * for consent. Changed agreements are answered after the sign-in, before the consent: `owes` says whether the person of
 * the request must see them.
 */
export function interactionsPolicy(owes: (ctx: KoaContextWithOIDC) => Promise<boolean>) {
  const policy = interactionPolicy.base();
  const login = policy.get('login');
  if (login !== undefined) {
    login.details = () => ({});
    login.checks.remove('essential_acrs');
    login.checks.remove('essential_acr');
    login.checks.add(new interactionPolicy.Check('acr', 'the app asks for a stronger sign-in', 'login_required', needsMore));
  }
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
