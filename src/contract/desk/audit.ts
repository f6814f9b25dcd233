import type { Endpoints } from '#contract/endpoint.ts';

/** The audit trail, for auditors. Each search is a row of it. */
export const deskAuditEndpoints = {
  deskSearchAudit: {
    method: 'POST',
    path: '/audit/search',
    summary: 'Rows of at most 31 days, newest first. A page may be empty although others follow.',
    access: 'desk',
    act: 'audit.search',
    errors: [],
    rate: 'desk',
  },
  deskAuditRow: {
    method: 'POST',
    path: '/audit/row',
    summary: 'A row with its seal and its neighbors.',
    access: 'desk',
    act: 'audit.search',
    errors: ['deskChanged'],
    rate: 'desk',
  },
  deskAuditProof: {
    method: 'POST',
    path: '/audit/proof',
    summary: 'The row hashes of the seal of a row, and the seals up to a head.',
    access: 'desk',
    act: 'audit.search',
    errors: ['deskChanged'],
    rate: 'desk',
  },
} as const satisfies Endpoints;
