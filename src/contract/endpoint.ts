import type { RefusalName } from './errors.ts';
import type { RateClass } from './limits.ts';

/**
 * Who may call an endpoint (contract section 5): `visitor` anyone, `account` a signed-in account, `account-or-ticket` also the
 * holder of an X-Token or of a ticket made by a verification step, `account-or-visitor` anyone, but an account is made use of,
 * `bearer` an OS client with an access token.
 */
export type Access = 'visitor' | 'account' | 'account-or-ticket' | 'account-or-visitor' | 'bearer';

/** Body fields that travel encrypted while field encryption is on (contract section 2). */
export const encryptedFields = [
  'phone',
  'email',
  'account',
  'password',
  'oldPassword',
  'newPassword',
  'code',
  'username',
  'nickname',
] as const;

export type EncryptedField = (typeof encryptedFields)[number];

/** The captcha scenes: a solved challenge is bound to one of them and works in no other. `check` is for /check beyond its budget. */
export const captchaScenes = ['register', 'login', 'reset', 'verify', 'bind', 'upgrade', 'delete', 'check'] as const;

export type CaptchaScene = (typeof captchaScenes)[number];

/** One call of the contract, as plain data: read by the server's binder, the web's client, the tests and the OpenAPI page. */
export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Relative to /api, with `:name` for path parameters. */
  readonly path: string;
  /** One English sentence for the OpenAPI page. */
  readonly summary: string;
  readonly access: Access;
  /** Every refusal beyond the protocol's own (400, 401, 403, 404, 413, 429, 500, 503, 504, 2000) that the call may answer. */
  readonly errors: readonly RefusalName[];
  readonly encrypted?: readonly EncryptedField[];
  readonly rate: RateClass;
  /** True where the captcha's proof `validate` is required, `afterFailures` and `afterBudget` where only those make it so. */
  readonly captcha?: true | 'afterFailures' | 'afterBudget';
  /** True where the session goes on under a new id (ADR 19): other calls of the same browser wait, the old id is answered 401. */
  readonly renewsSession?: true;
  /** True where an answer with an `account` has put that account's session into this browser: whoever used it before is gone (ADR 39). */
  readonly beginsSession?: true;
  /** True where the answer has taken this browser's session away. One that came with an X-Token takes none. */
  readonly endsSession?: true;
}

/** A capability's calls, keyed by the name that its handlers, schemas and client functions share. */
export type Endpoints = Readonly<Record<string, Endpoint>>;
