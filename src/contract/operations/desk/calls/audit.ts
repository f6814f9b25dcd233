import type { EndpointRows } from '#contract/endpoint.ts';

/** The audit trail, for auditors. Each search is a row of it. */
export const deskAuditEndpoints = {
  deskSearchAudit: {
    method: 'POST',
    path: '/audit/search',
    summary: 'Rows of at most 31 days, newest first. A page may be empty although others follow.',
    access: 'desk',
    staffAct: 'audit.search',
    errors: [],
    rate: 'desk',
  },
  deskAuditRow: {
    method: 'POST',
    path: '/audit/row',
    summary: 'A row with its seal and its neighbors.',
    access: 'desk',
    staffAct: 'audit.search',
    errors: ['deskChanged'],
    rate: 'desk',
  },
  deskAuditProof: {
    method: 'POST',
    path: '/audit/proof',
    summary: 'The row hashes of the seal of a row, and the seals up to a head.',
    access: 'desk',
    staffAct: 'audit.search',
    errors: ['deskChanged'],
    rate: 'desk',
  },
  deskExports: {
    method: 'GET',
    path: '/audit/exports',
    summary: 'Exports that this member has asked for and a lead has approved, for a day.',
    access: 'desk',
    staffAct: 'audit.export',
    errors: [],
    rate: 'desk',
  },
  deskAskExport: {
    method: 'POST',
    path: '/audit/exports',
    summary: 'Asks a lead to let the trail of a time leave, with a signature that others can check.',
    access: 'desk',
    staffAct: 'audit.export',
    errors: ['secondPersonNeeded', 'deskProofNeeded'],
    rate: 'desk',
  },
  deskExport: {
    method: 'POST',
    path: '/audit/export',
    summary: 'A ZIP file: the rows as lines of JSON, their manifest and its detached signature.',
    access: 'desk',
    staffAct: 'audit.export',
    errors: ['deskChanged', 'deskProofNeeded'],
    rate: 'desk',
  },
} as const satisfies EndpointRows;
