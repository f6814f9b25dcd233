import type { RegionOrNone } from '#contract/vocabulary/regions.ts';

/** The fields of the registration form. */
export interface RegistrationValues {
  readonly region: RegionOrNone;
  readonly phone: string;
  readonly code: string;
  readonly email: string;
  readonly emailCode: string;
  readonly password: string;
  readonly confirm: string;
  readonly agreed: boolean;
}
