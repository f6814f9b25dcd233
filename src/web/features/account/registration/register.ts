import { accountEndpoints } from '#contract/account/account/account.ts';
import { registrationEndpoints } from '#contract/account/registration/registration.ts';
import type { QueryOf } from '#contract/schema.ts';
import type { registrationSchemas } from '#contract/account/registration/registration.schemas.ts';
import type { RegionOrNone } from '#contract/vocabulary/regions.ts';
import { call } from '#web/lib/api/api.ts';
import { appConfig } from '#web/lib/page/app-config.ts';
import type { AcceptedAgreement } from '#web/widgets/agreements/agreement-versions.ts';
import { arrivalPath } from './arrival-path.ts';

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

/**
 * The page after a registration: the result, with the path where it goes on. That is the page that the person wanted;
 * without one the first questions, if a QR code is configured and wanted. If the check fails, they are skipped.
 */
export async function pageAfterRegistration(next: string): Promise<string> {
  const page = '/register/result-center/register';
  const isAsked = next === '/' && appConfig().features.followQr && (await wantsQrCode());
  const to = isAsked ? arrivalPath : next;
  return to === '/' ? page : `${page}?${new URLSearchParams({ redirect: to })}`;
}

async function wantsQrCode(): Promise<boolean> {
  try {
    const { showQrcode, url } = await call(accountEndpoints.qrcodeConfig);
    return showQrcode && url !== '';
  } catch {
    return false;
  }
}
