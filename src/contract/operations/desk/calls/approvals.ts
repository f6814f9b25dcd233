import type { EndpointRows } from '#contract/endpoint.ts';

/** Acts that wait for a second member. */
export const deskApprovalsEndpoints = {
  deskApprovals: {
    method: 'GET',
    path: '/approvals',
    summary: 'Lists acts that wait for a second member, oldest first.',
    access: 'desk',
    staffAct: 'approval.list',
    errors: [],
    rate: 'desk',
  },
  deskSignAsked: {
    method: 'POST',
    path: '/approvals/sign',
    summary: 'Signs an act that this member has asked for. Until then nobody else sees it.',
    access: 'desk',
    staffAct: 'approval.list',
    errors: ['passkeyRefused', 'passkeyUnknown', 'stepCodeWrong', 'deskChanged'],
    rate: 'desk',
  },
  deskApprove: {
    method: 'POST',
    path: '/approvals/approve',
    summary: 'Approves an act as it was shown, and does it.',
    access: 'desk',
    staffAct: 'approval.answer',
    errors: ['passkeyRefused', 'passkeyUnknown', 'deskChanged', 'ownAccount'],
    rate: 'desk',
  },
  deskRefuse: {
    method: 'POST',
    path: '/approvals/refuse',
    summary: 'Refuses an act with a reason.',
    access: 'desk',
    staffAct: 'approval.answer',
    errors: ['deskChanged', 'ownAccount'],
    rate: 'desk',
  },
} as const satisfies EndpointRows;
