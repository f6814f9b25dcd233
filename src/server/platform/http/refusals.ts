import type { AnyRefusal } from '#contract/operations/desk/errors.ts';
import { isOpenIn } from '#contract/acts/acts.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import type { RefusalName } from '#contract/errors.ts';
import { isUnavailable } from '#server/platform/db/unavailable.ts';
import { Refusal, refusals } from '#server/platform/refusal.ts';

/** A failed request: the catalogue entry, and the error if it is a bug of ours. */
export interface Refused {
  readonly refusal: Refusal;
  /** Set for an unexpected error. */
  readonly bug: unknown;
}

/** The catalogue entry for any thrown value. Hides the texts of the framework and of the validator. */
export function refusalOf(error: unknown): Refused {
  if (error instanceof Refusal) return { refusal: error, bug: undefined };
  const status = error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number' ? error.statusCode : 500;
  if (error instanceof Error && 'validation' in error) return expected('badRequest', 'shape');
  if (status === 404) return expected('notFound', 'framework');
  if (status === 413) return expected('payloadTooLarge', 'framework');
  // 400, 405, 408, 414, 415, 431 …: the catalogue has one entry for malformed requests.
  if (status >= 400 && status < 500) return expected('badRequest', codeOf(error));
  // The database is unreachable or full: a later try may succeed, but the operator must be told.
  if (isUnavailable(error))
    return { refusal: new Refusal('unavailable', { reason: 'the database is unavailable', retryAfter: 5 }), bug: error };
  return { refusal: new Refusal('serverError', { reason: 'a bug' }), bug: error };
}

/** Refusals of the product that follow from who may call. */
function ofEveryCall(endpoint: Endpoint): readonly AnyRefusal[] {
  const { access } = endpoint;
  if (access === 'desk') return ['overtime', 'deskRoleRefuses', 'deskLimit', 'deskHeld', 'deskProofNeeded'];
  if (access === 'visitor' || access === 'desk-entry') return [];
  const held = isOpenIn('held', endpoint) ? [] : (['agreementChanged', 'guardianNeeded'] as const);
  return ['overtime', 'passwordLocked', ...held, ...(access === 'developer' ? (['developerClosed'] as const) : [])];
}

/**
 * Whether a call may answer this refusal: those of the protocol always, those of its session where it has one, others only
 * if its row declares them. The document of the API lists the same.
 */
export function isDeclared(name: AnyRefusal, endpoint: Endpoint): boolean {
  return refusals[name].status !== 200 || endpoint.errors.includes(name) || ofEveryCall(endpoint).includes(name);
}

function expected(name: RefusalName, reason: string): Refused {
  return { refusal: new Refusal(name, { reason }), bug: undefined };
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'framework';
}
