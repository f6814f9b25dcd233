import type { Language } from '#contract/vocabulary/languages.ts';
import { titleOfMessage } from '#server/capabilities/transparency/title-of-message.ts';
import type { DeskSite } from '#server/platform/settings/desk.ts';
import { openDesk, type Desk, type DeskParts } from '#server/capabilities/administration/capability.ts';
import { raiseAuditAlarm } from '#server/capabilities/administration/raise-alarm.ts';
import { agreementsCapability } from '#server/capabilities/agreements/capability.ts';
import { familyCapability } from '#server/capabilities/family/capability.ts';
import { createGuardianCheck } from '#server/capabilities/family/guardian-check.ts';
import { activityCapability } from '#server/capabilities/activity/capability.ts';
import { accountCapability } from '#server/capabilities/account/capability.ts';
import { dataCapability, type DataCapability } from '#server/capabilities/data/capability.ts';
import { contactsCapability } from '#server/capabilities/contacts/capability.ts';
import { appsCapability } from '#server/capabilities/apps/capability.ts';
import { avatarCapability, type Logos } from '#server/capabilities/avatar/capability.ts';
import { socialAccountsCapability } from '#server/capabilities/social-accounts/capability.ts';
import { checkupCapability } from '#server/capabilities/checkup/capability.ts';
import { checksCapability } from '#server/capabilities/checks/capability.ts';
import { codesCapability } from '#server/capabilities/codes/capability.ts';
import { deletionCapability } from '#server/capabilities/deletion/capability.ts';
import { outside } from '#server/capabilities/developer/outside.ts';
import { developerCapability } from '#server/capabilities/developer/capability.ts';
import { desktopCapability } from '#server/capabilities/desktop/capability.ts';
import type { DesktopWaits } from '#server/capabilities/desktop/desktop-waits.ts';
import { devicesCapability } from '#server/capabilities/devices/capability.ts';
import { claimsOfScopes } from '#server/capabilities/openid/claims.ts';
import { noticesCapability } from '#server/capabilities/notices/capability.ts';
import { openidCapability } from '#server/capabilities/openid/capability.ts';
import { passkeysCapability } from '#server/capabilities/passkeys/capability.ts';
import { passwordCapability } from '#server/capabilities/password/capability.ts';
import { profileCapability } from '#server/capabilities/profile/capability.ts';
import { appConfig } from '#server/capabilities/reference/app-config.ts';
import { qrCapability } from '#server/capabilities/qr/capability.ts';
import { referenceCapability } from '#server/capabilities/reference/capability.ts';
import { registrationCapability } from '#server/capabilities/registration/capability.ts';
import { rightsRequestsCapability } from '#server/capabilities/rights-requests/capability.ts';
import { signInCapability } from '#server/capabilities/sign-in/capability.ts';
import { containmentCapability } from '#server/capabilities/containment/capability.ts';
import { claimsCapability } from '#server/capabilities/claims/capability.ts';
import { recoveryCapability } from '#server/capabilities/recovery/capability.ts';
import { waysCapability } from '#server/capabilities/ways/capability.ts';
import { subjectsOfApps } from '#server/capabilities/openid/signal-sources.ts';
import { signalsCapability } from '#server/capabilities/signals/capability.ts';
import type { SessionEnds } from '#server/capabilities/openid/tell-session-ends.ts';
import type { SignalDelivery } from '#server/capabilities/signals/deliver-signals.ts';
import { settingsCapability } from '#server/capabilities/settings/capability.ts';
import { ticketCapability } from '#server/capabilities/ticket/capability.ts';
import { transparencyCapability } from '#server/capabilities/transparency/capability.ts';
import { twoStepCapability } from '#server/capabilities/two-step/capability.ts';
import { upgradeCapability } from '#server/capabilities/upgrade/capability.ts';
import { identityProofCapability } from '#server/capabilities/identity-proof/capability.ts';
import type { Capability } from '#server/core/capability.ts';
import { openAgreements } from '#server/core/agreements/agreements.ts';
import { openAgeQuestions } from '#server/core/children/age-questions.ts';
import { refuseChild, refuseLimitedChild } from '#server/core/children/limited-child.ts';
import { auditCheckJob } from '#server/core/audit/audit-check-job.ts';
import type { Core } from '#server/core/core.ts';
import { knowsYear } from '#server/core/rights-requests/working-days.ts';
import { createOpenidClients, type OpenidClients } from '#server/core/openid/clients.repository.ts';
import { createTokenSessions } from '#server/core/openid/token-sessions.ts';
import type { PageTickets } from '#server/core/page-tickets/page-tickets.ts';
import type { Session, Sessions } from '#server/core/sessions/sessions.ts';
import type { Development } from '#server/development/development.ts';
import type { BlobStore } from '#server/platform/blob/blob-store.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Config } from '#server/platform/config.ts';
import type { FieldDecryption } from '#server/platform/crypto/field-decryption.ts';
import type { Keyring } from '#server/platform/crypto/keyring.ts';
import type { Db } from '#server/core/database.ts';
import type { KeptTime } from '#server/platform/db/kept-time.ts';
import type { Tracing } from '#server/platform/tracing/tracing.ts';
import { nowhere, type Places } from '#server/platform/geo/places.ts';
import { type PlaceOf } from '#server/platform/geo/places.ts';
import type { BoundCalls } from '#server/platform/http/implement.ts';
import type { SignedIn, TokenPort } from '#server/platform/http/session-port.ts';
import type { Jobs, RunningJob } from '#server/platform/jobs/jobs.ts';
import { ConfigError } from '#server/platform/settings/setting.ts';
import type { Log } from '#server/platform/log.ts';
import type { Metrics } from '#server/platform/metrics/metrics.ts';
import type { OutboxWorker } from '#server/platform/outbox/outbox-worker.ts';
import type { RateLimiter } from '#server/platform/rate-limit/rate-limiter.ts';
import { openSocial } from '#server/platform/social/open-social.ts';
import { createWechatFollow } from '#server/platform/social/wechat-follow.ts';
import { copyUrl } from './copy-files.ts';
import { openBlobs, openConfiguredMetrics, openConfiguredPlaces, openSealedFiles, ownVersion } from './configured.ts';
import { createOwnProtocol, type OwnProtocol } from './own-protocol.ts';
import { createDataPages } from './data-pages.ts';
import { openDevelopment } from './development.ts';
import { fileSources } from './file-sources.ts';
import { type Readiness, createReadiness } from './health.ts';
import { measure } from './measure.ts';
import type { OpenidMountDeps } from './openid-mount.ts';
import type { PlatformEventsDeps } from './platform-events.ts';
import type { SsfMountDeps } from './ssf-mount.ts';
import type { ClientConfig } from './web-renderer.ts';
import { createCore, openOutbox } from './wire-core.ts';
import { type WireOverrides, openPlatform } from './wire-platform.ts';
/** All parts of the process. Only this file knows how they fit together. */
export interface Wiring {
  readonly config: Config;
  readonly clock: Clock;
  /** Shared by all servers on the database. Undefined if a test replaces the clock. */
  readonly keptTime: KeptTime | undefined;
  readonly log: Log;
  readonly db: Db;
  readonly keyring: Keyring;
  /** Counts calls; the use cases have a limiter of their own. */
  readonly limiter: RateLimiter;
  /** Undefined without configuration. */
  readonly fieldDecryption: FieldDecryption;
  readonly sessions: Sessions;
  readonly pageTickets: PageTickets;
  readonly tokens: TokenPort<Session>;
  /** Requests of this server to its own provider. */
  readonly protocol: OwnProtocol;
  /** Undefined where the desk is off. */
  readonly desk: Desk | undefined;
  readonly mayDevelop: (session: SignedIn) => Promise<boolean>;
  readonly refuseHeld: (session: Session) => void;
  readonly refuseChild: (session: Session) => void;
  readonly readiness: Readiness;
  readonly calls: readonly BoundCalls[];
  readonly worker: OutboxWorker;
  /** What runs by itself. */
  readonly jobs: Pick<Jobs, 'all'>;
  readonly deletions: RunningJob;
  readonly auditCheck: RunningJob;
  readonly claims: RunningJob;
  /** Sends digests of notices. */
  readonly digests: RunningJob;
  /** Follows the dates of children's accounts. */
  readonly childDates: RunningJob;
  readonly copies: Pick<DataCapability, 'readCopy' | 'documentKeys' | 'files'> & Pick<RunningJob, 'run'>;
  readonly core: Core;
  readonly blobs: BlobStore;
  /** Undefined where METRICS_PORT is not set. */
  readonly metrics: Metrics | undefined;
  /** Undefined where OTLP_TRACES_URL is not set. */
  readonly tracing: Tracing | undefined;
  readonly openid: OpenidMountDeps;
  readonly platformEvents: PlatformEventsDeps;
  readonly ssf: SsfMountDeps;
  /** Calls of desktops that wait for news. */
  readonly waits: DesktopWaits;
  readonly signals: SignalDelivery;
  readonly clients: OpenidClients;
  /** Tells apps of sessions that end. */
  readonly sessionEnds: SessionEnds;
  /** Notifies apps of all ended sessions now. */
  readonly tellSessionEnds: () => Promise<number>;
  /** Undefined without a configured database. */
  readonly places: Places | undefined;
  /** Undefined in production. */
  readonly development: Development | undefined;
  readonly clientConfig: ClientConfig;
  /** Stops the workers and closes the database. */
  readonly close: () => Promise<void>;
}

/**
 * Passkeys work under the domain for which they were made alone: another one would lock their owners out.
 * @throws {ConfigError} with how many there are
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
  const { store, jobs, captcha, fieldKeys, fieldDecryption, hasher, steady } = platform;
  const development = await openDevelopment(config, store.clock);
  const outbox = await openOutbox(config, platform, development);
  const waiting: { signals?: SignalDelivery; desktops?: DesktopWaits; sessionEnds?: SessionEnds } = {};
  const agreements = await openAgreements(store, await openAgeQuestions(store, config.ageGate));
  const core = createCore(config, platform, outbox, {
    agreements,
    subjectOf: subjectsOfApps(store, createOpenidClients(store)),
    poke: () => waiting.signals?.poke(),
    changed: (accountId) => waiting.desktops?.wake(accountId),
    onSessionEnd: (sessions) => waiting.sessionEnds?.poke(sessions),
  });
  await refuseOtherDomain(config, core);
  if (config.workdaysCn !== undefined && !knowsYear(config.workdaysCn, store.clock.now()))
    platform.log.warn('WORKDAYS_CN has no day of this year: requests are answered by days of the calendar');
  await development?.seed(core.apps.clients);
  const blobs = await openBlobs(config, store.clock);
  const places = await openConfiguredPlaces(config);
  const placeOf: PlaceOf = (address, language) => places?.find(address, language) ?? nowhere;
  const clientConfig: ClientConfig = (options) => appConfig(config, options);
  const renderPage = createDataPages({ clientConfig, files: fileSources(config) });
  const social = await openSocial(config.social);
  const { wechatFollow, weibo } = config.social;
  const following = { follow: wechatFollow && createWechatFollow(wechatFollow, store.clock), followQrUrl: config.followQrUrl };

  const signIn = signInCapability(core);
  const apps = appsCapability(core);
  const avatar = avatarCapability(core, blobs);
  const data = await openData(core, { config, avatars: blobs, poke: () => void jobs.start(data.job).run() });
  const rightsRequests = rightsRequestsCapability(core, {
    deskMail: config.requestsMail,
    workdays: config.workdaysCn,
    poke: () => void jobs.start(rightsRequests.job).run(),
  });
  const family = familyCapability(core, {
    supportEmail: config.supportEmail,
    queueChildCopy: data.queueChildCopy,
    checkGuardian: config.guardianCheck && createGuardianCheck(config.guardianCheck),
    handToDeletion: (account, dueAt) => deletion.open(account, dueAt),
  });
  const openid = openidCapability(core, { renderPage, placeOf, embedHosts: config.embedHosts });
  waiting.sessionEnds = openid.sessionEnds;
  const signals = signalsCapability(core, openid.signals, { keeps: config.signalsKeep });
  waiting.signals = signals.delivery;
  const desktop = desktopCapability(core, openid);
  waiting.desktops = desktop.waits;
  const { developer, protocol } = openDeveloper(core, { config, overrides, logos: avatar.logos });
  const others: readonly Capability[] = [
    referenceCapability({ config, fieldKeys, captcha, agreements }),
    checksCapability(core),
    codesCapability(core),
    registrationCapability(core),
    signIn,
    passkeysCapability(core, signIn.completePasskeySignIn),
    qrCapability(core, placeOf, signIn.completeQrSignIn),
    identityProofCapability(core),
    passwordCapability(core),
    accountCapability(core, following),
    profileCapability(core),
    contactsCapability(core),
    avatar,
    socialAccountsCapability(core, { social, completeSignIn: signIn.completeSocialSignIn, copyAvatar: avatar.copyAvatar }),
    twoStepCapability(core, { placeOf, brand: config.brand.id, isOffered: config.offersTwoStep, offersSms: config.twoStep.sms }),
    upgradeCapability(core),
    openid,
    apps,
    devicesCapability(core, placeOf),
    activityCapability(core, placeOf),
    data,
    rightsRequests,
    agreementsCapability(core, config),
    family,
    transparencyCapability(core, config.brand.id),
    checkupCapability(core),
    ticketCapability(core, openid.ownerOf),
    settingsCapability(core, openid.ownerOf),
    desktop,
    waysCapability(core),
    recoveryCapability(core, { hasDesk: config.desk !== undefined }),
    containmentCapability(core),
    signals,
    developer,
  ];
  const deletion = deletionCapability(core, {
    queue: outbox.queue,
    modules: others.flatMap(({ erase = [] }) => erase),
    documentKeys: data.documentKeys,
    toldApps: apps.toldApps,
    receiptRules: { issuer: core.evidence.publicUrl, auditDays: config.retention.auditDays },
  });
  const claims = claimsCapability(core);
  const notices = noticesCapability(core);
  const capabilities = [...others, deletion, claims, notices];
  for (const job of capabilities.flatMap((each) => each.jobs ?? [])) jobs.start(job);

  const metrics = await openConfiguredMetrics(config);
  const { codes } = core.evidence;
  const alarm = () => raiseAuditAlarm({ ...core, ...core.gate, deskMail: config.desk?.mail });
  if (metrics !== undefined)
    measure(metrics, {
      ...store,
      ...outbox,
      codes,
      hasher,
      fieldDecryption,
      steady,
      dataDir: config.dataDir,
      version: await ownVersion(),
    });
  const { sessions } = core.access;
  const desk = config.desk && openDesk(core, deskParts(config, config.desk, protocol));
  if (desk !== undefined) jobs.start(desk.job);
  return {
    ...store,
    ...platform,
    config,
    core,
    limiter: platform.callLimiter,
    sessions,
    desk,
    mayDevelop: developer.mayDevelop,
    refuseHeld({ account }) {
      refuseLimitedChild(account);
      agreements.refuseHeld(account, store.clock.now());
    },
    refuseChild: ({ account }) => refuseChild(account),
    protocol,
    pageTickets: core.evidence.pageTickets,
    tokens: createTokenSessions({ ...core, publicUrl: core.evidence.publicUrl, readToken: openid.readToken }),
    readiness: createReadiness(),
    calls: capabilities.flatMap(({ routes }) => routes),
    worker: outbox.worker,
    deletions: jobs.start(deletion.job),
    auditCheck: jobs.start(auditCheckJob({ ...store, log: platform.log, alarm })),
    claims: jobs.start(claims.job),
    digests: jobs.start(notices.job),
    childDates: jobs.start(family.job),
    copies: { ...data, run: () => jobs.start(data.job).run() },
    blobs,
    metrics,
    ssf: { manage: signals.manage, polling: signals.polling, appOf: openid.appOf },
    signals: signals.delivery,
    waits: desktop.waits,
    openid: { interactions: { ...core, openid: openid.openid }, sessions, renderPage },
    platformEvents: { core, social, following, weiboApp: weibo?.app.id },
    clients: core.apps.clients,
    sessionEnds: openid.sessionEnds,
    tellSessionEnds: openid.tellSessionEnds,
    places,
    development,
    clientConfig,
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
  { publicUrl, env: environment, casePattern, supportEmail, brand, passkeys, workdaysCn: workdays }: Config,
  site: DeskSite,
  protocol: OwnProtocol,
): DeskParts {
  const titleOf = (kind: string, lang: Language) => titleOfMessage(kind, { brand: brand.id, lang });
  return {
    site,
    publicUrl,
    environment,
    casePattern,
    supportEmail,
    brand,
    workdays,
    rpId: passkeys?.rpId ?? '',
    titleOf,
    askProvider: protocol.send,
  };
}

/** Copies of people's data, in a store of their own. */
async function openData(
  core: Core,
  { config, avatars, poke }: { readonly config: Config; readonly avatars: BlobStore; readonly poke: () => void },
): Promise<DataCapability> {
  const files = await openSealedFiles(config, core.store.clock);
  return dataCapability(core, { retention: config.retention, files, avatars, brand: config.brand.id, copyUrl, poke });
}

/** The Developer Center, with its way to our own provider. */
function openDeveloper(
  core: Core,
  { config, overrides, logos }: { readonly config: Config; readonly overrides: WireOverrides; readonly logos: Logos },
) {
  const protocol = createOwnProtocol();
  const asked = overrides.outside ?? outside;
  const parts = { developers: config.developers, outside: asked, logos, dispatch: protocol.send, claimsOfScopes };
  return { protocol, developer: developerCapability(core, parts) };
}
