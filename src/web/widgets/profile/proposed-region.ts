import { referenceEndpoints } from '#contract/account/reference/reference.ts';
import { regionOfCountry, type Region } from '#contract/vocabulary/regions.ts';
import { call } from '#web/lib/api/api.ts';

/** The region by the country of the request (spec 1); undefined if it is unknown, late or missing. */
export async function proposedRegion(signal: AbortSignal): Promise<Region | undefined> {
  const answer = await call(referenceEndpoints.region, { signal }).catch(() => undefined);
  return signal.aborted || answer === undefined || answer.IsoCode === '' ? undefined : regionOfCountry(answer.IsoCode);
}
