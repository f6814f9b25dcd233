import { registrationEndpoints } from '#contract/account/registration/registration.ts';
import type { QueryOf } from '#contract/schema.ts';
import type { registrationSchemas } from '#contract/account/registration/registration.schemas.ts';
import type { RegionOrNone } from '#contract/vocabulary/regions.ts';
import { call } from '#web/lib/api/api.ts';
import type { AcceptedAgreement } from '#web/widgets/agreements/agreement-versions.ts';

/** The page's query, which is sent with the registration (spec 7). The server uses the parts that it knows. */
export type PageQuery = QueryOf<(typeof registrationSchemas)['registerByPhone']>;

/** The values of the form. */
interface Registration {
  readonly target: { readonly phone: string } | { readonly email: string };
  readonly code: string;
  readonly password: string;
  readonly region: RegionOrNone;
  readonly agreements: readonly AcceptedAgreement[];
  /** The captcha's proof. */
  readonly validate: string;
}

/**
 * Creates the account and signs it in. Returns the path that the person wanted.
 * @throws {RefusalError}
 */
export async function register({ target, agreements, ...rest }: Registration, query: PageQuery): Promise<string> {
  const common = { ...rest, agreements: [...agreements] };
  const { continue: next } = await ('phone' in target
    ? call(registrationEndpoints.registerByPhone, { body: { ...target, ...common }, query })
    : call(registrationEndpoints.registerByEmail, { body: { ...target, ...common }, query }));
  return next;
}

/** The page after a registration: the result, with the path where it continues. */
export function pageAfterRegistration(next: string): string {
  const page = '/register/result-center/register';
  return next === '/' ? page : `${page}?${new URLSearchParams({ redirect: next })}`;
}
