import { deskCatalogue, type AnyRefusal } from '#contract/operations/desk/errors.ts';
import { catalogue, type CatalogueEntry, type FailedRules } from '#contract/errors.ts';

/** Every refusal that this server answers. */
export const refusals: Readonly<Record<AnyRefusal, CatalogueEntry>> = { ...catalogue, ...deskCatalogue };

export interface RefusalDetail {
  /** Public: goes to the caller as `data`. */
  readonly data?: Readonly<Record<string, unknown>>;
  /** Public: field → rule, goes to the caller as `data.fields`. */
  readonly fields?: FailedRules;
  /** Public: seconds to wait, goes to the caller as `data.retryAfter` and header `Retry-After`. */
  readonly retryAfter?: number;
  /** Private: for the log only. Never a phone, an email, a code or a password. */
  readonly reason?: string;
}

/** An expected refusal: an entry of the catalogue, thrown anywhere below HTTP and answered in the envelope. */
export class Refusal extends Error {
  readonly refusal: AnyRefusal;
  readonly detail: RefusalDetail;

  constructor(refusal: AnyRefusal, detail: RefusalDetail = {}) {
    super(refusal);
    this.name = 'Refusal';
    this.refusal = refusal;
    this.detail = detail;
  }

  get code(): number {
    return refusals[this.refusal].code;
  }
}

/** The refusal for rules of spec 5 that fail on the server: field → rule. */
export function ruleRefusal(fields: FailedRules): Refusal {
  return new Refusal('badRequest', { fields });
}
