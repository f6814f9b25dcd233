import type { EndpointRows } from '#contract/endpoint.ts';

/** Members of staff. */
export const deskStaffEndpoints = {
  deskStaff: {
    method: 'GET',
    path: '/members',
    summary: 'All members with their looks and acts of 30 days.',
    access: 'desk',
    staffAct: 'member.list',
    errors: [],
    rate: 'desk',
  },
  deskHoldMember: {
    method: 'POST',
    path: '/members/hold',
    summary: 'Ends the access of a member at once, until two leads grant it again.',
    access: 'desk',
    staffAct: 'member.hold',
    errors: ['deskChanged'],
    rate: 'desk',
  },
  deskGrantMember: {
    method: 'POST',
    path: '/members/grant',
    summary: 'Asks another lead to give a role to somebody who is new or on hold.',
    access: 'desk',
    staffAct: 'member.grant',
    errors: ['secondPersonNeeded', 'deskChanged'],
    rate: 'desk',
  },
  deskLinkMember: {
    method: 'POST',
    path: '/members/link',
    summary: 'Asks another lead to tie a member to the account with which they sign in to the desk.',
    access: 'desk',
    staffAct: 'member.link',
    errors: ['secondPersonNeeded', 'deskChanged'],
    rate: 'desk',
  },
  deskEndMember: {
    method: 'POST',
    path: '/members/end',
    summary: 'Asks another lead to note that a member has left.',
    access: 'desk',
    staffAct: 'member.end',
    errors: ['secondPersonNeeded', 'deskChanged'],
    rate: 'desk',
  },
} as const satisfies EndpointRows;
