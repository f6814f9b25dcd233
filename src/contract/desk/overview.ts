import type { EndpointRows } from '#contract/endpoint.ts';

/** Numbers of the site and of its instances. */
export const deskOverviewEndpoints = {
  deskFigures: {
    method: 'GET',
    path: '/figures',
    summary: 'Counts of a week by the hour, or of 400 days by the day.',
    access: 'desk',
    act: 'figures.read',
    errors: [],
    rate: 'desk',
    polled: true,
  },
  deskHealth: {
    method: 'GET',
    path: '/health',
    summary: 'All instances, budgets, queues, keys and the audit chain, at most five seconds old.',
    access: 'desk',
    act: 'health.read',
    errors: [],
    rate: 'desk',
    polled: true,
  },
} as const satisfies EndpointRows;
