import type { KoaContextWithOIDC } from 'oidc-provider';

/** Browsers also apply form-action to the redirect after a form: the one registered URL is allowed. */
export function allowForm(ctx: KoaContextWithOIDC, address: string): void {
  const policy = ctx.response.get('content-security-policy');
  const url = URL.parse(address);
  if (url === null) return;
  const target = url.origin === 'null' ? url.protocol : url.origin;
  ctx.set('content-security-policy', policy.replace("form-action 'self'", `form-action 'self' ${target}`));
}
