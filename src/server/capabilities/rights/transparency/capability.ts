import type { InEveryLanguage } from '#contract/vocabulary/languages.ts';
import type { Capability } from '#server/core/capability.ts';
import type { Core } from '#server/core/core.ts';
import { transparencyRoutes } from './transparency.routes.ts';

export function transparencyCapability(core: Core, brand: InEveryLanguage): Capability {
  return { routes: [transparencyRoutes({ ...core, brand })] };
}
