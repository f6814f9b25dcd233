import type { EndpointRows } from '#contract/endpoint.ts';

/** Apps of developers. */
export const deskAppsEndpoints = {
  deskApps: {
    method: 'GET',
    path: '/apps',
    summary: 'Apps of developers with sign-ins and failures of seven days.',
    access: 'desk',
    staffAct: 'app.open',
    errors: [],
    rate: 'desk',
  },
  deskApp: {
    method: 'GET',
    path: '/apps/:id',
    summary: 'An app with its versions, its last 30 days, and the differences of a version that waits.',
    access: 'desk',
    staffAct: 'app.open',
    errors: ['deskChanged'],
    rate: 'desk',
  },
  deskReviewApp: {
    method: 'POST',
    path: '/apps/review',
    summary: 'Publishes exactly the version that was shown, or sends it back with reasons.',
    access: 'desk',
    staffAct: 'app.review',
    errors: ['deskChanged', 'ownAccount'],
    rate: 'desk',
  },
  deskSuspendApp: {
    method: 'POST',
    path: '/apps/suspend',
    summary: 'Ends the sign-ins and tokens of an app.',
    access: 'desk',
    staffAct: 'app.suspend',
    errors: ['deskChanged', 'ownAccount'],
    rate: 'desk',
  },
  deskGrantName: {
    method: 'POST',
    path: '/apps/grant-name',
    summary: 'Asks a lead to grant an app a name that the rules refuse to others.',
    access: 'desk',
    staffAct: 'app.grant-name',
    errors: ['secondPersonNeeded', 'deskChanged', 'ownAccount'],
    rate: 'desk',
  },
  deskResumeApp: {
    method: 'POST',
    path: '/apps/resume',
    summary: 'Asks another lead to resume a suspended app.',
    access: 'desk',
    staffAct: 'app.resume',
    errors: ['secondPersonNeeded', 'deskChanged', 'ownAccount'],
    rate: 'desk',
  },
} as const satisfies EndpointRows;
