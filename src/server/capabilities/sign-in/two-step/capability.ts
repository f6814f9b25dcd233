import type { InEveryLanguage } from '#contract/vocabulary/languages.ts';
import type { Capability } from '#server/core/capability.ts';
import type { Core } from '#server/core/core.ts';
import type { PlaceOf } from '#server/platform/geo/places.ts';
import { twoStepRoutes } from './two-step.routes.ts';

/** `brand`: the name of the product, as authenticator apps show it. */
export function twoStepCapability(
  core: Core,
  {
    placeOf,
    brand,
    isOffered,
    offersSms,
  }: { readonly placeOf: PlaceOf; readonly brand: InEveryLanguage; readonly isOffered: boolean; readonly offersSms: boolean },
): Capability {
  return { routes: [twoStepRoutes({ ...core, placeOf, isOffered, offersSms, brandOf: ({ language }) => brand[language] })] };
}
