import type { Brings } from './acts/acts.ts';
import type { AnyRefusal } from './operations/desk/errors.ts';
import type { StaffAct } from './operations/desk/roles.ts';
import type { RateClass } from './limits.ts';
import type { Scope } from './vocabulary/scopes.ts';

/**
 * Callers of an endpoint (contract section 5): `visitor` anyone; `account` a signed-in account; `account-or-ticket`
 * also the holder of an X-Token or of a ticket from a verification step; `account-or-visitor` anyone, with use of an
 * account if there is one; `account-or-ticket-or-visitor` the same, also with an X-Token; `bearer` an OS client with an
 * access token; `account-or-bearer` a signed-in account, or a desktop with a token of the row's `scope` that is bound to
 * its key (RFC 9449); `developer` an account that has accepted the developer agreement and that the operator lets build apps,
 * others are answered 3040; `desk` a member of staff in a session of the desk, `desk-entry` one who has just signed in for
 * it.
 */
export type Access =
  | 'visitor'
  | 'account'
  | 'account-or-ticket'
  | 'account-or-visitor'
  | 'account-or-ticket-or-visitor'
  | 'bearer'
  | 'account-or-bearer'
  | 'developer'
  | 'desk'
  | 'desk-entry';

/** Body fields that are encrypted in transit while field encryption is on (contract section 2). */
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

/**
 * Captcha scenes: a solved challenge is bound to one of them and works in no other. `check` is for /check beyond its
 * budget.
 */
export const captchaScenes = ['register', 'login', 'reset', 'verify', 'bind', 'upgrade', 'delete', 'freeze', 'check'] as const;

export type CaptchaScene = (typeof captchaScenes)[number];

/**
 * One call of the contract, as plain data for the server's binder, the web's client, the tests and the OpenAPI page.
 */
export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Relative to /api, with `:name` for path parameters. */
  readonly path: string;
  /** One English sentence for the OpenAPI page. */
  readonly summary: string;
  readonly access: Access;
  /**
   * The scope of access tokens that may make this call. Such a token is of a program of the system and bound to a key;
   * the request counts as one of its account. Never for a call that takes a password, a code or a proof.
   */
  readonly scope?: Scope;
  /**
   * All possible refusals beyond those of the protocol (400, 401, 403, 404, 412, 413, 424, 428, 429, 500, 503, 504) and, with a
   * session, 2000, the 4010 of one that an operator's lock has ended, and the 3010 and 3021 of a held one.
   */
  readonly errors: readonly string[];
  readonly encrypted?: readonly EncryptedField[];
  readonly rate: RateClass;
  /** Longest body in bytes, where it differs from that of other calls. */
  readonly bodyLimit?: number;
  /**
   * True when the captcha proof `validate` is required; `afterFailures` and `afterBudget` when only those require it.
   */
  readonly captcha?: true | 'afterFailures' | 'afterBudget';
  /**
   * True when the session continues under a new id (ADR 211): other calls of the browser wait, the old id is answered
   * 401.
   */
  readonly renewsSession?: true;
  /**
   * True when an answer with an `account` puts that account's session into the browser and ends a previous one (ADR
   * 39).
   */
  readonly beginsSession?: true;
  /**
   * Rule for a call that brings nothing about: `open` where a session may make it although its account has not answered changed
   * agreements in time, or waits for the consent of a guardian. Left out, such a session is refused (3010, ADR 84; 3021, ADR
   * 109). The rows of acts say it for the others.
   */
  readonly whenHeld?: 'open';
  /** Act of the call. */
  readonly act?: Brings;
  /** Act of a call of the desk: a role must be able to do it, or `any` for every member. */
  readonly staffAct?: StaffAct | 'any';
  /** True for a call of the desk that its page makes automatically: it keeps no session alive. */
  readonly polled?: true;
  /** True when the answer ends this browser's session; with an X-Token it does not. */
  readonly endsSession?: true;
}

/** Calls of a capability, keyed by the common name of handlers, schemas and client functions. */
export type Endpoints = Readonly<Record<string, Endpoint>>;

/** A call that brings something about names its acts, whose rows say in which states of an account it is open. */
type EndpointRow =
  | (Endpoint & {
      readonly access: 'desk' | 'desk-entry';
      readonly staffAct: StaffAct | 'any';
      readonly act?: never;
      readonly whenHeld?: never;
    })
  | (Endpoint & { readonly access: PersonAccess; readonly method: 'GET'; readonly act?: never })
  | (Endpoint & { readonly access: PersonAccess; readonly act: 'asks' })
  | (Endpoint & { readonly access: PersonAccess; readonly act: Exclude<Brings, 'asks'>; readonly whenHeld?: never });

type PersonAccess = Exclude<Access, 'desk' | 'desk-entry'>;

/**
 * The rows that declare them. A refusal that is not in the catalogue, or a write without an act, does not compile here, and
 * only here: code that takes any call asks for no more than `Endpoint`.
 */
export type EndpointRows = Readonly<Record<string, EndpointRow & { readonly errors: readonly AnyRefusal[] }>>;
