import { lazy, type ComponentType } from 'react';
import type { StaffAct } from '#contract/operations/desk/roles.ts';
import { circleCheck, gauge, keyRound, layoutGrid, listChecks, scrollText, search, users } from '#web/ui/marks/icons.ts';
import { concerns, type Me } from './frame/me.ts';
import type { DeskKey } from './texts.ts';

/** Properties of a page of the desk: the rest of its address. */
export interface DeskPageProps {
  readonly rest: string;
}

/** A page of the desk, as data: the rail, the palette and the keys follow from this list. */
export interface DeskPage {
  /** Below /desk; addresses that continue it are of the same page. */
  readonly path: string;
  readonly title: DeskKey;
  readonly icon: string;
  /** The letter after `g`; none for pages that only others lead to. */
  readonly key?: string;
  /** One of these acts must concern the role of the member, otherwise the page does not exist for them. */
  readonly acts: readonly StaffAct[];
  /** A number beside its name in the rail. */
  readonly waiting?: (me: Me) => number;
  /** A line above it in the rail. */
  readonly begins?: true;
  /** Not in the rail. */
  readonly isHidden?: true;
  readonly page: ComponentType<DeskPageProps>;
}

export const findPath = '/desk/find';

/** Every page, in the order of the rail. Each is its own chunk. */
export const deskPages: readonly DeskPage[] = [
  {
    path: '/desk/overview',
    title: 'dk.nav.overview',
    icon: gauge,
    key: 'o',
    acts: ['queue.read', 'alarms.read'],
    page: lazy(async () => ({ default: (await import('./pages/overview-page.tsx')).OverviewPage })),
  },
  {
    path: findPath,
    title: 'dk.nav.find',
    icon: search,
    key: 'f',
    acts: ['person.find'],
    page: lazy(async () => ({ default: (await import('./pages/find-page.tsx')).FindPage })),
  },
  {
    path: '/desk/p',
    title: 'dk.person',
    icon: search,
    acts: ['person.find'],
    isHidden: true,
    page: lazy(async () => ({ default: (await import('./pages/person-page.tsx')).PersonPage })),
  },
  {
    path: '/desk/approvals',
    title: 'dk.nav.approvals',
    icon: circleCheck,
    key: 'v',
    acts: ['approval.list'],
    waiting: ({ waiting }) => waiting.approvals,
    page: lazy(async () => ({ default: (await import('./pages/approvals-page.tsx')).ApprovalsPage })),
  },
  {
    path: '/desk/exceptions',
    title: 'dk.nav.exceptions',
    icon: keyRound,
    key: 'e',
    acts: ['exception.list'],
    page: lazy(async () => ({ default: (await import('./pages/exceptions-page.tsx')).ExceptionsPage })),
  },
  {
    path: '/desk/queues',
    title: 'dk.nav.queues',
    icon: listChecks,
    key: 'q',
    acts: ['queue.read'],
    waiting: ({ waiting }) => waiting.queues,
    page: lazy(async () => ({ default: (await import('./pages/queues-page.tsx')).QueuesPage })),
  },
  {
    path: '/desk/apps',
    title: 'dk.nav.apps',
    icon: layoutGrid,
    key: 'a',
    acts: ['app.open'],
    page: lazy(async () => ({ default: (await import('./pages/apps-page.tsx')).AppsPage })),
  },
  {
    path: '/desk/publications',
    title: 'dk.nav.publications',
    icon: scrollText,
    key: 'p',
    acts: ['publication.preview'],
    page: lazy(async () => ({ default: (await import('./pages/publications-page.tsx')).PublicationsPage })),
  },
  {
    path: '/desk/audit',
    title: 'dk.nav.audit',
    icon: scrollText,
    begins: true,
    key: 'u',
    acts: ['audit.search'],
    page: lazy(async () => ({ default: (await import('./pages/audit-page.tsx')).AuditPage })),
  },
  {
    path: '/desk/staff',
    title: 'dk.nav.staff',
    icon: users,
    key: 's',
    acts: ['member.list'],
    page: lazy(async () => ({ default: (await import('./pages/staff-page.tsx')).StaffPage })),
  },
];

/** The pages that exist for a member. */
export function pagesOf(me: Pick<Me, 'name' | 'role'>): readonly DeskPage[] {
  return deskPages.filter(({ acts }) => acts.some((act) => concerns(me, act)));
}

/** The page of a path, and the rest of it. */
export function pageAt(path: string, pages: readonly DeskPage[]): { readonly page: DeskPage; readonly rest: string } | undefined {
  const page = pages.find((each) => path === each.path || path.startsWith(`${each.path}/`));
  return page && { page, rest: path.slice(page.path.length + 1) };
}
