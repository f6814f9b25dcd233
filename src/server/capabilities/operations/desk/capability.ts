import { createDocumentKeys } from '#server/core/protection/documents/document-keys.ts';
import type { Core } from '#server/core/core.ts';
import type { Job } from '#server/platform/jobs/jobs.ts';
import type { BoundCalls } from '#server/platform/http/implement.ts';
import type { Config } from '#server/platform/settings/config.ts';
import type { DeskSite } from '#server/platform/settings/desk.ts';
import { deskAlarmsRoutes } from './acts/desk-alarms.routes.ts';
import { appRoutes } from './rooms/desk-apps.routes.ts';
import { deskApprovalsRoutes } from './acts/desk-approvals.routes.ts';
import { deskExceptionsRoutes } from './acts/desk-exceptions.routes.ts';
import { publicationRoutes } from './rooms/desk-publications.routes.ts';
import { deskPersonRoutes } from './person/desk-person.routes.ts';
import type { CardDeps } from './person/person-cards.ts';
import { deskCookies, type DeskCookies } from './session/desk-cookies.ts';
import { publicationJob } from './rooms/draft-publication.ts';
import { deskSessionRoutes } from './session/desk-session.routes.ts';
import { findMember, type FoundMember } from './session/desk-sessions.ts';
import { beginWay, finishWay, isEntry, type AskProvider, type Arrival, type EnterDeps } from './session/enter-desk.ts';
import { auditRoutes, queueRoutes, staffRoutes, type RoomsDeps } from './rooms/rooms.routes.ts';

/** What the desk brings to `app/mounts/desk-mount.ts`. */
export interface Desk {
  readonly site: DeskSite;
  readonly cookies: DeskCookies;
  readonly routes: readonly BoundCalls[];
  /** Publishes what two leads have approved. */
  readonly job: Job;
  readonly beginWay: () => ReturnType<typeof beginWay>;
  readonly finishWay: (arrival: Parameters<typeof finishWay>[1]) => Promise<Arrival>;
  readonly isEntry: (cookie: string | undefined) => boolean;
  readonly findMember: (request: Parameters<typeof findMember>[1]) => Promise<FoundMember>;
}

export interface DeskParts {
  readonly site: DeskSite;
  readonly publicUrl: string;
  readonly environment: 'production' | 'development' | 'test';
  /** Version and commit of this server. */
  readonly release: string;
  readonly askProvider: AskProvider;
  readonly casePattern: RegExp;
  readonly supportEmail: string;
  readonly brand: Config['brand'];
  readonly workdays: Config['workdaysCn'];
  /** Of the passkeys of the product; '' where they are off. */
  readonly rpId: string;
  /** The title of a sent message, by its kind. */
  readonly titleOf: CardDeps['titleOf'];
  readonly accessHold: Config['accessHold'];
}

/** The desk of members of staff, where it is on. Its use cases are those of the commands. */
export function openDesk(
  core: Core,
  { site, publicUrl, environment, release, askProvider, casePattern, supportEmail, brand, workdays, rpId, titleOf, accessHold }: DeskParts,
): Desk {
  const cookies = deskCookies(site.url.startsWith('https:'));
  const entering: EnterDeps = { ...core, limiter: core.gate.limiter, askProvider, site: { deskUrl: site.url, publicUrl } };
  const deps = { ...core, lives: site };
  const { store, identity, journal, gate } = core;
  const { limiter, rateFactor } = gate;
  const operation = { ...core, accessHold };
  const person = { ...core, limiter, rateFactor, deskMail: site.mail, casePattern, titleOf, operation };
  const review = { ...store, own: core.apps.own, accounts: identity.accounts, journal };
  const rooms: RoomsDeps = {
    acting: { door: 'desk', ...store, audit: journal.audit },
    handling: { store, identity, journal, workdays },
    review,
    titleOf,
  };
  const signing = { store, identity, evidence: core.evidence, deskUrl: site.url };
  const answer = { door: 'desk' as const, ...store, audit: journal.audit, operation, review };
  return {
    job: publicationJob(rooms.acting),
    site,
    cookies,
    routes: [
      deskSessionRoutes({ ...deps, cookies, environment, release, deskUrl: site.url, review, signing, rpId }),
      deskPersonRoutes(person),
      deskApprovalsRoutes({ ...person, answer, signing }),
      deskAlarmsRoutes(person),
      deskExceptionsRoutes({ ...person, workdays, signing }),
      queueRoutes(rooms),
      appRoutes(rooms),
      auditRoutes({ ...rooms, trail: { ...rooms.acting, documentKeys: createDocumentKeys(store), issuer: publicUrl } }),
      staffRoutes(rooms),
      publicationRoutes({ ...rooms, config: { brand, supportEmail, publicUrl } }),
    ],
    beginWay: () => beginWay(entering),
    finishWay: (arrival) => finishWay(entering, arrival),
    isEntry: (cookie) => isEntry(core.store, cookie),
    findMember: (request) => findMember(deps, request),
  };
}
