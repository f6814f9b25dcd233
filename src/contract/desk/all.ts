import type { Endpoints } from '#contract/endpoint.ts';
import { deskSessionEndpoints } from './session.ts';

/** Every call of the desk by group. Paths are relative to /desk/api. */
export const deskEndpoints = {
  session: deskSessionEndpoints,
} as const satisfies Readonly<Record<string, Endpoints>>;
