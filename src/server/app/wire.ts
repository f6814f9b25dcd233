import { demoClientId } from '#server/core/apps/clients/demo-client-id.ts';
import type { Language } from '#contract/vocabulary/languages.ts';
import { titleOfMessage } from '#server/capabilities/rights/transparency/title-of-message.ts';
import { nowhere, type PlaceOf } from '#server/platform/geo/places.ts';
import type { DeskSite } from '#server/platform/settings/desk.ts';
import { openDesk, type Desk, type DeskParts } from '#server/capabilities/operations/desk/capability.ts';
import { raiseAuditAlarm } from '#server/capabilities/operations/desk/acts/raise-alarm.ts';
import { type DataCapability } from '#server/capabilities/rights/exports/capability.ts';
import { outside } from '#server/capabilities/apps/developer/addresses/outside.ts';
import type { DesktopWaits } from '#server/capabilities/apps/desktop/desktop-waits.ts';
import { appConfig } from '#server/capabilities/account/reference/app-config.ts';
import type { SignalDelivery } from '#server/capabilities/apps/signals/deliver-signals.ts';
import { openAgreements } from '#server/core/account/agreements/agreements.ts';
import { openAgeQuestions } from '#server/core/account/age/age-questions.ts';
import { refuseState } from '#server/core/account/accounts/refuse-inactive.ts';
import { refuseChild, refuseLimitedChild } from '#server/core/account/age/limited-child.ts';
import { auditCheckJob } from '#server/core/protection/audit/audit-check-job.ts';
import type { Core } from '#server/core/core.ts';
import { hasAccounts } from '#server/core/account/accounts/profile-image.repository.ts';
import { knowsYear } from '#server/core/rights/requests/working-days.ts';
import { createTokenSessions } from '#server/core/apps/openid/token-sessions.ts';
import { knowsBrowser } from '#server/core/sign-in/known-browsers/known-browsers.repository.ts';
import type { Session } from '#server/core/sign-in/sessions/sessions.ts';
import type { Development } from '#server/development/development.ts';
import type { BlobStore } from '#server/platform/blob/blob-store.ts';
import type { Config } from '#server/platform/settings/config.ts';
import type { Keyring } from '#server/platform/crypto/keyring.ts';
import type { BoundCalls } from '#server/platform/http/implement.ts';
import type { Jobs, RunningJob } from '#server/platform/jobs/jobs.ts';
import { openBelonging } from '#server/platform/installation/belonging.ts';
import { ConfigError } from '#server/platform/settings/setting.ts';
import type { Metrics } from '#server/platform/observation/metrics/metrics.ts';
import type { OutboxWorker } from '#server/platform/sending/outbox/outbox-worker.ts';
import { openSocial } from '#server/platform/social/open-social.ts';
import { createWechatFollow } from '#server/platform/social/wechat-follow.ts';
import type { HttpDeps } from '#server/platform/http/http-context.ts';
import type { OpenidCapability } from '#server/capabilities/apps/openid/capability.ts';
import { openBlobs, ownedStores, openSealedFiles, openConfiguredMetrics, openConfiguredPlaces } from './configured.ts';
import { releaseText } from '#server/platform/observation/release.ts';
import { createOwnProtocol, type OwnProtocol } from './own-protocol.ts';
import { createDataPages } from './pages/data-pages.ts';
import { openDevelopment } from './development.ts';
import { fileSources } from './file-sources.ts';
import { type Readiness, createReadiness } from './mounts/health.ts';
import { measure } from './measure.ts';
import type { OpenidMountDeps } from './mounts/openid-mount.ts';
import type { PlatformEventsDeps } from './mounts/platform-events.ts';
import type { SsfMountDeps } from './mounts/ssf-mount.ts';
import type { ClientConfig } from './pages/web-renderer.ts';
import { createCore, openOutbox } from './wire-core.ts';
import { type WireOverrides, openPlatform } from './wire-platform.ts';
import { openCapabilities } from './wire-capabilities.ts';
import type { OpenPlatform } from './wire-platform.ts';

/** All parts of the process. Only `wire` and the functions that it calls know how they fit together. */
export interface Wiring {
  readonly config: Config;
  readonly keyring: Keyring;
  readonly platform: OpenPlatform;
  readonly core: Core;
  /** Dependencies of HTTP, apart from texts. */
  readonly http: Omit<HttpDeps, 'refusalText' | 'tooManyCookies'> & { readonly readiness: Readiness };
  readonly calls: readonly BoundCalls[];
  readonly jobs: RunningJobs;
  readonly files: {
    readonly blobs: BlobStore;
    readonly copies: Pick<DataCapability, 'readCopy' | 'documentKeys' | 'files'> & Pick<RunningJob, 'run'>;
  };
  /** The OpenID provider. `protocol` sends requests of this server to it. */
  readonly openid: Pick<OpenidCapability, 'sessionEnds' | 'tellSessionEnds'> & {
    readonly mount: OpenidMountDeps;
    readonly protocol: OwnProtocol;
  };
  readonly signals: { readonly mount: SsfMountDeps; readonly delivery: SignalDelivery };
  /** Calls of desktops that wait for news. */
  readonly waits: DesktopWaits;
  /** Undefined where the desk is off. */
  readonly desk: Desk | undefined;
  /** Undefined where METRICS_PORT is not set. */
  readonly metrics: Metrics | undefined;
  readonly pages: {
    readonly clientConfig: ClientConfig;
    readonly platformEvents: PlatformEventsDeps;
    /** Undefined in production. */
    readonly development: Development | undefined;
  };
  /** Stops the workers and closes the database. */
  readonly close: () => Promise<void>;
}

/** Background jobs. Those with a name also run on demand. */
interface RunningJobs extends Pick<Jobs, 'all'> {
  /** Sends mails and SMS. */
  readonly outbox: OutboxWorker;
  readonly deletions: RunningJob;
  readonly claims: RunningJob;
  /** Sends digests of notices. */
  readonly digests: RunningJob;
  /** Follows the dates of children's accounts. */
  readonly childDates: RunningJob;
  /** Verifies the audit trail. */
  readonly auditCheck: RunningJob;
}

/**
 * A passkey works only under the domain for which it was made. Another domain would lock its owner out.
 * @throws {ConfigError} with the number of such passkeys
 */
async function refuseOtherDomain({ passkeys }: Config, { evidence }: Core): Promise<void> {
  if (passkeys === undefined) return;
  const others = await evidence.passkeys.countOfOthers();
  if (others > 0)
    throw new ConfigError(
      'PASSKEY_RP_ID',
      `must stay as it was; passkeys that were made for another domain than ${passkeys.rpId}: ${others}.`,
    );
}

/** Constructs the server's parts and starts the workers. */
export async function wire(config: Config, overrides: WireOverrides = {}): Promise<Wiring> {
  const platform = await openPlatform(config, overrides);
  const { store, log, jobs } = platform;
  const development = await openDevelopment(config, store.clock);
  const outbox = await openOutbox(config, platform, development);
  const agreements = await openAgreements(store, await openAgeQuestions(store, config.ageGate));
  const places = await openConfiguredPlaces(config);
  const placeOf: PlaceOf = (address, language) => places?.find(address, language) ?? nowhere;
  const core = createCore(config, platform, outbox, { agreements, placeOf });
  const { sessions } = core.access;
  await refuseOtherDomain(config, core);
  if (config.workdaysCn !== undefined && !knowsYear(config.workdaysCn, store.clock.now()))
    log.warn('WORKDAYS_CN has no day of this year: requests are answered by days of the calendar');
  if (config.env === 'production' && config.desk === undefined)
    log.warn('DESK_URL is not set: there is no desk, so nobody answers requests about data and nobody reviews apps');
  await development?.seed(core.apps.clients);
  if (config.env === 'production' && (await core.apps.clients.remove(demoClientId)))
    log.warn('the data folder comes from development: its demo app was removed');

  const storeTime = { ...store.clock, ...store.wall };
  const blobs = await openBlobs(config, storeTime);
  const copies = await openSealedFiles(config, storeTime);
  const belonging = await openBelonging({
    ...store,
    log,
    stores: ownedStores(store, { blobs, copies }),
    hasAccounts: () => hasAccounts(store.db),
  });
  jobs.start(belonging.job);
  const clientConfig: ClientConfig = (options) => appConfig(config, options);
  const renderPage = createDataPages({ clientConfig, files: fileSources(config) });
  const social = await openSocial(config.social);
  const { wechatFollow, weibo } = config.social;
  const following = { follow: wechatFollow && createWechatFollow(wechatFollow, store.clock), followQrUrl: config.followQrUrl };
  const protocol = createOwnProtocol();
  const parts = {
    config,
    platform,
    queue: outbox.queue,
    agreements,
    blobs,
    copies,
    belonging,
    placeOf,
    social,
    following,
    renderPage,
    protocol,
  };
  const capabilities = openCapabilities(core, { ...parts, outside: overrides.outside ?? outside });
  const { data, openid, signals, desktop, developer, deletion, family, claims, notices } = capabilities;
  for (const job of capabilities.all.flatMap((each) => each.jobs ?? [])) jobs.start(job);

  const metrics = await openConfiguredMetrics(config);
  const { codes, pageTickets, publicUrl } = core.evidence;
  const alarm = () => raiseAuditAlarm({ ...core, ...core.gate, deskMail: config.desk?.mail });
  if (metrics !== undefined) measure(metrics, { ...store, ...outbox, ...platform, codes, dataDir: config.dataDir });
  const desk = config.desk && openDesk(core, deskParts(config, config.desk, protocol));
  if (desk !== undefined) jobs.start(desk.job);
  return {
    config,
    keyring: store.keyring,
    platform,
    core,
    http: {
      ...store,
      ...platform,
      config,
      limiter: platform.callLimiter,
      sessions,
      pageTickets,
      tokens: createTokenSessions({ ...core, publicUrl, readToken: openid.readToken }),
      knowsBrowser: ({ accountId }, browser) => knowsBrowser(store.db, { accountId, browser }),
      mayDevelop: developer.mayDevelop,
      refuseIn(state, { account }: Session) {
        if (state === 'child') refuseChild(account);
        else if (state !== 'held') refuseState(account, state);
        else {
          refuseLimitedChild(account);
          agreements.refuseHeld(account, store.clock.now());
        }
      },
      metrics,
      places,
      readiness: createReadiness(() => platform.wall.isOff()),
    },
    calls: capabilities.all.flatMap(({ routes }) => routes),
    jobs: {
      all: () => jobs.all(),
      outbox: outbox.worker,
      deletions: jobs.start(deletion.job),
      claims: jobs.start(claims.job),
      digests: jobs.start(notices.job),
      childDates: jobs.start(family.job),
      auditCheck: jobs.start(auditCheckJob({ ...store, log, alarm })),
    },
    files: { blobs, copies: { ...data, run: () => jobs.start(data.job).run() } },
    openid: {
      mount: { interactions: { ...core, openid: openid.openid }, sessions, renderPage },
      protocol,
      sessionEnds: openid.sessionEnds,
      tellSessionEnds: openid.tellSessionEnds,
    },
    signals: { mount: { manage: signals.manage, polling: signals.polling, appOf: openid.appOf }, delivery: signals.delivery },
    waits: desktop.waits,
    desk,
    metrics,
    pages: { clientConfig, platformEvents: { core, social, following, weiboApp: weibo?.app.id }, development },
    async close() {
      desktop.waits.close();
      await jobs.close();
      await openid.sessionEnds.close();
      await signals.delivery.close();
      await outbox.worker.close();
      await sessions.writeUses();
      await platform.close();
    },
  };
}

/** What the desk knows of its installation, and of other capabilities. */
function deskParts(
  { publicUrl, env: environment, casePattern, supportEmail, brand, passkeys, workdaysCn: workdays, accessHold }: Config,
  site: DeskSite,
  protocol: OwnProtocol,
): DeskParts {
  const titleOf = (kind: string, lang: Language) => titleOfMessage(kind, { brand: brand.id, lang });
  return {
    site,
    publicUrl,
    environment,
    release: releaseText,
    casePattern,
    supportEmail,
    brand,
    workdays,
    rpId: passkeys?.rpId ?? '',
    titleOf,
    accessHold,
    askProvider: protocol.send,
  };
}
