import { flowTypes } from './flow-types.ts';

/** The `{type}` of a result page: the flows, and the page with the QR code to register with (spec 2, spec 3). */
export const resultTypes = [...flowTypes, 'scan'] as const;

export type ResultType = (typeof resultTypes)[number];
