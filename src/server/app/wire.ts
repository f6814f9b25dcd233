import { join } from 'node:path';
import { createAccounts } from '#server/core/accounts/accounts.repository.ts';
import { createAudit } from '#server/core/audit/audit.ts';
import { auditJob } from '#server/core/audit/audit-job.ts';
import { createCredentials } from '#server/core/credentials/credentials.repository.ts';
import { createSignInAttempts } from '#server/core/credentials/sign-in-attempts.ts';
import { createLegacyAccounts } from '#server/core/legacy/legacy-accounts.ts';
import { createUpgradeTickets } from '#server/core/legacy/upgrade-tickets.ts';
import type { ErasedModule } from '#server/core/deletion/erased-module.ts';
import { createLinks } from '#server/core/links/links.ts';
import { createNotices } from '#server/core/notices/notices.ts';
import { createOpenidClients, type OpenidClients } from '#server/core/openid/clients.repository.ts';
import { createConsents } from '#server/core/openid/consents.repository.ts';
import { createDevices } from '#server/core/openid/devices.repository.ts';
import { createOpenidRecords } from '#server/core/openid/records.repository.ts';
import { createProofs } from '#server/core/proof/proofs.ts';
import { createSignInTickets } from '#server/core/proof/sign-in-tickets.ts';
import { createDormancy } from '#server/core/sessions/dormancy.ts';
import { createPageTickets, type PageTickets } from '#server/core/page-tickets/page-tickets.ts';
import { createSessions, type Sessions } from '#server/core/sessions/sessions.ts';
import { createCodes } from '#server/core/verification/codes.ts';
import { codePurpose } from '#server/core/verification/message-purpose.ts';
import { builtInWordLists, createNameWords, WordListError, type NameWords } from '#server/core/words/name-words.ts';
import { accountRoutes } from '#server/capabilities/account/account.routes.ts';
import { addressesRoutes } from '#server/capabilities/addresses/addresses.routes.ts';
import { appsRoutes } from '#server/capabilities/apps/apps.routes.ts';
import { avatarRoutes } from '#server/capabilities/avatar/avatar.routes.ts';
import { copyAvatar } from '#server/capabilities/avatar/copy-avatar.ts';
import { orphanJob } from '#server/capabilities/avatar/remove-orphans.ts';
import { bindingsRoutes } from '#server/capabilities/bindings/bindings.routes.ts';
import { checksRoutes } from '#server/capabilities/checks/checks.routes.ts';
import { codesRoutes } from '#server/capabilities/codes/codes.routes.ts';
import { devicesRoutes } from '#server/capabilities/devices/devices.routes.ts';
import { bindingsErasure } from '#server/capabilities/bindings/erase-bindings.ts';
import { ownerOfAccessToken } from '#server/capabilities/openid/access-token.ts';
import { createOpenid } from '#server/capabilities/openid/openid.ts';
import { openidErasures } from '#server/capabilities/openid/erase-openid.ts';
import { openidRoutes } from '#server/capabilities/openid/openid.routes.ts';
import { sessionEndJob, tellSessionEnds } from '#server/capabilities/openid/tell-session-ends.ts';
import { deletionRoutes } from '#server/capabilities/deletion/deletion.routes.ts';
import { deletionJob } from '#server/capabilities/deletion/deletion-job.ts';
import { avatarErasure } from '#server/capabilities/deletion/erase-avatar.ts';
import { passwordRoutes } from '#server/capabilities/password/password.routes.ts';
import { profileRoutes } from '#server/capabilities/profile/profile.routes.ts';
import { appConfig } from '#server/capabilities/reference/app-config.ts';
import { referenceRoutes } from '#server/capabilities/reference/reference.routes.ts';
import { registrationRoutes } from '#server/capabilities/registration/registration.routes.ts';
import { completeSignIn } from '#server/capabilities/sign-in/complete-sign-in.ts';
import { secondStepRoutes, sessionRoutes, signInRoutes } from '#server/capabilities/sign-in/sign-in.routes.ts';
import { mergesErasure } from '#server/capabilities/upgrade/erase-merges.ts';
import { upgradeRoutes } from '#server/capabilities/upgrade/upgrade.routes.ts';
import { ticketRoutes } from '#server/capabilities/ticket/ticket.routes.ts';
import { verificationRoutes } from '#server/capabilities/verification/verification.routes.ts';
import type { Language } from '#contract/vocabulary/regions.ts';
import type { Development } from '#server/development/development.ts';
import type { BlobStore } from '#server/platform/blob/blob-store.ts';
import { openFolderStore } from '#server/platform/blob/folder-store.ts';
import { createCaptcha, defaultDifficulty, type CaptchaDifficulty } from '#server/platform/captcha/altcha.ts';
import { createCaptchas, type CaptchasDeps } from '#server/platform/captcha/captchas.ts';
import { openRemoteCaptcha } from '#server/platform/captcha/open-captchas.ts';
import { createSteadyClock, day, type Clock, type MachineTime } from '#server/platform/clock.ts';
import { ConfigError, type Config } from '#server/platform/config.ts';
import { createFieldDecryption, type FieldDecryption } from '#server/platform/crypto/field-decryption.ts';
import { fieldKeyJob } from '#server/platform/crypto/field-key-job.ts';
import { openFieldKeys, type FieldKeyPair } from '#server/platform/crypto/field-keys.ts';
import type { Keyring } from '#server/platform/crypto/keyring.ts';
import { createPasswordHasher, type PasswordCost } from '#server/platform/crypto/password-hasher.ts';
import { openKeyring } from '#server/platform/crypto/root-keys.ts';
import { DatabaseUnusable } from '#server/platform/db/database-unusable.ts';
import type { Db } from '#server/platform/db/db.ts';
import { staleRowJob } from '#server/platform/db/stale-rows.ts';
import { startKeepingTime, type KeptTime } from '#server/platform/db/kept-time.ts';
import { openDatabase } from '#server/platform/db/open-database.ts';
import { tracedDb } from '#server/platform/db/traced-db.ts';
import type { Tracing } from '#server/platform/tracing/tracing.ts';
import { nowhere, openPlaces, type Places } from '#server/platform/geo/places.ts';
import type { Binding } from '#server/platform/http/implement.ts';
import { createWorkQueue } from '#server/platform/image/work-queue.ts';
import { createJobs, type RunningJob } from '#server/platform/jobs/jobs.ts';
import { createLog, type Log } from '#server/platform/log.ts';
import type { MailSender } from '#server/platform/mail/mail.ts';
import { createLanes } from '#server/platform/outbox/lanes.ts';
import { createOutboxQueue } from '#server/platform/outbox/outbox-queue.ts';
import { createOutboxWorker, type OutboxWorker } from '#server/platform/outbox/outbox-worker.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { openRedis, type Redis } from '#server/platform/redis/redis.ts';
import { createRateLimiter, type RateLimiter } from '#server/platform/rate-limit/rate-limiter.ts';
import type { Metrics } from '#server/platform/metrics/metrics.ts';
import type { SmsSender } from '#server/platform/sms/sms.ts';
import { openSocial } from '#server/platform/social/open-social.ts';
import { createWechatFollow } from '#server/platform/social/wechat-follow.ts';
import { uploadAddress } from './avatar-files.ts';
import { createDataPages } from './data-pages.ts';
import { openDevelopment } from './development.ts';
import { fileSources } from './file-sources.ts';
import { createReadiness, type Readiness } from './health.ts';
import { measure } from './measure.ts';
import type { OpenidMountDeps } from './openid-mount.ts';
import type { PlatformEventsDeps } from './platform-events.ts';
import type { ClientConfig } from './web-renderer.ts';

/** Everything that the process is made of. Only this file knows how the parts fit. */
export interface Wiring {
  readonly config: Config;
  readonly clock: Clock;
  /** Of all servers on the database. Undefined where a test has put a clock of its own in the place of the machine's. */
  readonly keptTime: KeptTime | undefined;
  readonly log: Log;
  readonly db: Db;
  readonly keyring: Keyring;
  /** Of calls; the use cases have one of their own. */
  readonly limiter: RateLimiter;
  /** Undefined where none is configured. */
  readonly redis: Redis | undefined;
  readonly fieldDecryption: FieldDecryption;
  readonly sessions: Sessions;
  readonly pageTickets: PageTickets;
  readonly readiness: Readiness;
  readonly bindings: readonly Binding[];
  readonly worker: OutboxWorker;
  readonly deletions: RunningJob;
  readonly blobs: BlobStore;
  /** Undefined where METRICS_PORT is not set. */
  readonly metrics: Metrics | undefined;
  /** Undefined where OTLP_TRACES_URL is not set. */
  readonly tracing: Tracing | undefined;
  readonly openid: OpenidMountDeps;
  readonly platformEvents: PlatformEventsDeps;
  readonly clients: OpenidClients;
  /** Tells apps of ended sessions now, instead of within ten seconds. */
  readonly tellSessionEnds: (how?: { readonly all?: boolean }) => Promise<number>;
  /** Undefined where no database is configured. */
  readonly places: Places | undefined;
  /** Undefined in production. */
  readonly development: Development | undefined;
  readonly clientConfig: ClientConfig;
  /** Stops the workers and closes the database. */
  readonly close: () => Promise<void>;
}

/** Parts that a test puts in the place of the real ones. */
export interface WireOverrides {
  readonly clock?: Clock;
  readonly machineTime?: MachineTime;
  readonly log?: Log;
  /** An open database; it is closed by whoever opened it. */
  readonly db?: Db;
  readonly captchaDifficulty?: CaptchaDifficulty;
  readonly generateFieldKey?: () => Promise<FieldKeyPair>;
  readonly hasherThreads?: number;
  readonly passwordCost?: PasswordCost;
}

/** Constructs the server's parts and starts the workers. */
export async function wire(config: Config, overrides: WireOverrides = {}): Promise<Wiring> {
  const steady = createSteadyClock(overrides.machineTime);
  const clock = overrides.clock ?? steady;
  const log = overrides.log ?? createLog({ level: config.logLevel });
  const tracing = await openConfiguredTracing(config);
  const opened = overrides.db ?? (await openConfiguredDatabase(config));
  const db = tracing === undefined ? opened : tracedDb(opened, tracing);
  const rootKeys = await openKeyring({ db, clock }, config);
  const { keyring } = rootKeys;
  const jobs = createJobs(log);
  jobs.start(rootKeys.job);
  const keptTime = overrides.clock === undefined ? await startKeepingTime({ db, clock: steady, log }) : undefined;
  const { generateFieldKey: generate, captchaDifficulty, hasherThreads: threads, passwordCost: cost } = overrides;
  const fieldKeys = await openFieldKeys({ db, keyring, clock, ...(generate === undefined ? {} : { generate }) });
  const fieldDecryption = createFieldDecryption(fieldKeys);
  // What protects a secret or costs money is counted in the database always; this one counts calls.
  const limiter = createRateLimiter({ db, clock });
  const redis = config.redisUrl === undefined ? undefined : await openRedis({ url: config.redisUrl, log });
  const callLimiter = redis === undefined ? limiter : createRateLimiter({ db, clock, redis });
  const hasher = createPasswordHasher({ keyring, ...(threads === undefined ? {} : { threads }), ...(cost === undefined ? {} : { cost }) });
  const difficulty = captchaDifficulty ?? { ...defaultDifficulty, cost: config.captchaRounds };
  const own = createCaptcha({ db, keyring, clock, redis, difficulty });
  const remotes = remoteCaptchas(config, { clock, log });
  const captcha = createCaptchas({ own, remotes, db, redis, limiter, clock, log, rateFactor: config.rateFactor });

  const development = await openDevelopment(config, clock);
  const sms = await smsSender(config, { development, clock, log });
  const queue = createOutboxQueue({ db, keyring, clock });
  const lanes = createLanes({ limiter, smsPerDay: config.sms.dailyBudget, rateFactor: config.rateFactor });
  const worker = createOutboxWorker({
    db,
    queue,
    clock,
    lanes,
    mail: await mailSender(config, development),
    sms,
    purpose: codePurpose(db),
    log,
  });

  const { publicUrl, supportEmail, brand, rateFactor } = config;
  const brandNames = [brand, config.vendor.brand].flatMap(({ idEn, idZh, osEn, osZh }) => [idEn, idZh, osEn, osZh]);
  const accounts = createAccounts({ db, keyring });
  const sessions = createSessions({ db, clock });
  const audit = createAudit({ db, clock, keyring });
  const credentials = createCredentials(db);
  const notices = createNotices({ db, queue, worker, clock, publicUrl, smsIsAvailable: sms !== undefined, supportEmail, brand });
  const codes = createCodes({ db, keyring, clock, limiter, notices, lanes, smsIsAvailable: sms !== undefined, rateFactor });
  const attempts = createSignInAttempts({ db, clock, keyring, captcha });
  const proofs = createProofs({ db, clock, keyring });
  const signInTickets = createSignInTickets({ db, clock });
  const dormancy = createDormancy({ db, clock });
  const links = createLinks({ db, clock, keyring });
  const legacyAccounts = createLegacyAccounts({ db, keyring, accounts });
  const upgradeTickets = createUpgradeTickets({ db, clock, legacyAccounts });
  const pageTickets = createPageTickets({ db, clock, accounts });
  const core = {
    legacyAccounts,
    upgradeTickets,
    proofs,
    signInTickets,
    dormancy,
    links,
    pageTickets,
    db,
    clock,
    keyring,
    accounts,
    sessions,
    audit,
    credentials,
    notices,
    codes,
    attempts,
    captcha,
    hasher,
    limiter,
    words: nameWords(config.nameWords, brandNames),
    nicknamePeriodMs: config.nicknameChangeDays * day,
  };
  const kept = {
    clients: createOpenidClients({ db, keyring }),
    consents: createConsents(db),
    records: createOpenidRecords(db),
    devices: createDevices(db),
  };
  const places = await openConfiguredPlaces(config);
  const renderPage = createDataPages({ clientConfig: (options) => appConfig(config, options), files: fileSources(config) });
  const openid = createOpenid({ ...core, ...kept, publicUrl, renderPage });
  await development?.seed(kept.clients);
  const blobs = await openBlobs(config, clock);
  jobs.start(orphanJob({ db, blobs, clock, log }));
  // What holds something of an account joins here: it is shown before a deletion, ends with the request and is erased by the purge.
  const onErase: readonly ErasedModule[] = [
    avatarErasure({ db, blobs }),
    bindingsErasure(core),
    mergesErasure(core),
    ...openidErasures({ ...core, ...kept }),
  ];
  const deletions = jobs.start(deletionJob({ ...core, queue, log, publicUrl, modules: onErase }));
  // Decoding takes a core for up to half a second.
  const pictures = createWorkQueue({ running: 1, waiting: 8 });

  const placeOf = (address: string, language: Language) => places?.find(address, language) ?? nowhere;
  const social = await openSocial(config.social);
  const { wechatFollow, weibo } = config.social;
  const followed = {
    ...core,
    log,
    follow: wechatFollow && createWechatFollow(wechatFollow, clock),
    followQrUrl: config.followQrUrl,
  };
  const bindings = [
    referenceRoutes({ config, fieldKeys, captcha }),
    checksRoutes({ ...core, rateFactor }),
    codesRoutes({ ...core, publicUrl, enumeration: config.enumeration }),
    registrationRoutes({ ...core, publicUrl, clients: kept.clients, settings: { rateFactor, brand: brandNames } }),
    signInRoutes({ ...core, publicUrl }),
    secondStepRoutes({ ...core, publicUrl }),
    sessionRoutes({ ...core, publicUrl }),
    verificationRoutes(core),
    passwordRoutes({ ...core, enumeration: config.enumeration, settings: { brand: brandNames } }),
    accountRoutes(followed),
    profileRoutes(core),
    addressesRoutes({ ...core, publicUrl }),
    upgradeRoutes({ ...core, publicUrl, rateFactor, settings: { brand: brandNames, rateFactor } }),
    avatarRoutes({ ...core, blobs, pictures, rateFactor }),
    openidRoutes({ ...core, ...kept, openid, publicUrl, rateFactor, placeOf }),
    appsRoutes({ ...core, ...kept }),
    devicesRoutes({ ...core, ...kept, placeOf }),
    ticketRoutes({ ...core, ...kept, publicUrl, ownerOf: (use) => ownerOfAccessToken({ db, clock, openid }, use) }),
    bindingsRoutes({
      ...core,
      publicUrl,
      log,
      social,
      settings: { rateFactor },
      completeSignIn: (visit, proven) =>
        completeSignIn(core, visit, { ...proven, absent: () => new Refusal('socialStateInvalid', { reason: 'the account is gone' }) }),
      copyAvatar: (input) => copyAvatar({ ...core, blobs, pictures }, input),
    }),
    deletionRoutes({ ...core, publicUrl, modules: onErase }),
  ];
  const metrics = await openConfiguredMetrics(config);
  if (metrics !== undefined) measure(metrics, { db, queue, worker, lanes, codes, hasher, fieldDecryption, clock, steady, redis });
  jobs.start(worker.job);
  if (keptTime !== undefined) jobs.start(keptTime.job);
  for (const each of new Set([limiter, callLimiter])) jobs.start(each.job);
  const ends = { ...core, ...kept, openid, log };
  jobs.start(sessionEndJob(ends));
  jobs.start(fieldKeyJob({ keys: fieldKeys, clock }));
  jobs.start(auditJob({ db, clock, keyring, log, keepDays: config.retention.auditDays }));
  jobs.start(staleRowJob({ db, clock, retention: config.retention }));
  return {
    config,
    clock,
    keptTime,
    log,
    db,
    keyring,
    limiter: callLimiter,
    redis,
    fieldDecryption,
    sessions,
    pageTickets,
    readiness: createReadiness(),
    bindings,
    worker,
    deletions,
    blobs,
    metrics,
    tracing,
    openid: { interactions: { ...core, ...kept, openid }, sessions, renderPage },
    platformEvents: { ...followed, social, weiboApp: weibo?.app.id },
    clients: kept.clients,
    tellSessionEnds: (how) => tellSessionEnds(ends, how),
    places,
    development,
    clientConfig: (options) => appConfig(config, options),
    async close() {
      await jobs.close();
      await worker.close();
      await hasher.close();
      fieldDecryption.close();
      await redis?.close();
      await sessions.writeUses();
      if (overrides.db === undefined) await db.close();
      await tracing?.close();
    },
  };
}

/** A database that cannot be reached is the operator's to mend: told as a sentence, without the address, which holds a password. */
async function openConfiguredDatabase({ databaseUrl, databasePooler, dataDir }: Config): Promise<Db> {
  try {
    return await openDatabase({ databaseUrl, databasePooler, dataDir });
  } catch (error) {
    if (databaseUrl === undefined || error instanceof DatabaseUnusable) throw error;
    const { message } = error instanceof Error ? error : new Error(String(error));
    throw new ConfigError('DATABASE_URL', `must lead to a PostgreSQL database that lets us in: ${message}.`);
  }
}

/** Loaded where it is used: nothing of it is there where no collector is. */
async function openConfiguredTracing({ tracing }: Config): Promise<Tracing | undefined> {
  if (tracing === undefined) return undefined;
  const { openOtlpTracing } = await import('#server/platform/tracing/otlp-tracing.ts');
  return openOtlpTracing(tracing);
}

/** Loaded where it is used, as well. */
async function openConfiguredMetrics({ metrics }: Config): Promise<Metrics | undefined> {
  if (metrics === undefined) return undefined;
  const { createMetrics } = await import('#server/platform/metrics/metrics.ts');
  return createMetrics();
}

async function openConfiguredPlaces({ geoDatabase }: Config): Promise<Places | undefined> {
  if (geoDatabase === undefined) return undefined;
  try {
    return await openPlaces(geoDatabase);
  } catch {
    throw new ConfigError('GEO_DATABASE_FILE', `must be a readable database in the MMDB format; ${geoDatabase} is none.`);
  }
}

/** The operator's lists, where there are any, else the built-in ones. */
function nameWords(lists: string | undefined, brand: readonly string[]): NameWords {
  try {
    return createNameWords({ lists: lists ?? builtInWordLists(), brand });
  } catch (error) {
    if (error instanceof WordListError) throw new ConfigError('NAME_WORDS_FILE', `must hold lists of words: ${error.message}.`);
    throw error;
  }
}

function remoteCaptchas({ captcha: { CN, DE } }: Config, deps: { readonly clock: Clock; readonly log: Log }): CaptchasDeps['remotes'] {
  const china = CN && openRemoteCaptcha(CN, deps);
  // One service for both has one state.
  const elsewhere = DE?.provider === CN?.provider ? china : DE && openRemoteCaptcha(DE, deps);
  return { CN: china, DE: elsewhere };
}

/** As the mail: what is not configured is not loaded. */
async function openBlobs({ objectStorage, dataDir }: Config, clock: Clock): Promise<BlobStore> {
  if (objectStorage === undefined) return openFolderStore({ root: join(dataDir, 'avatars'), uploadUrl: uploadAddress });
  const { openS3Store } = await import('#server/platform/blob/s3-store.ts');
  return openS3Store({ ...objectStorage, clock });
}

/** Undefined where no SMS are sent. */
async function smsSender(
  { sms }: Config,
  { development, clock, log }: { readonly development: Development | undefined; readonly clock: Clock; readonly log: Log },
): Promise<SmsSender | undefined> {
  if (sms.adapter === 'providers') {
    const { createProviderSms } = await import('#server/platform/sms/provider-sms.ts');
    const { openSmsProvider } = await import('#server/platform/sms/open-sms.ts');
    return createProviderSms({ providers: sms.providers.map((settings) => openSmsProvider(settings, clock)), log });
  }
  return sms.adapter === 'outbox' ? development?.sms : undefined;
}

async function mailSender({ mail }: Config, development: Development | undefined): Promise<MailSender> {
  if (mail.adapter === 'smtp') {
    // Loaded where it is used: it is a tenth of the start.
    const { createSmtpMail } = await import('#server/platform/mail/smtp-mail.ts');
    return createSmtpMail(mail);
  }
  if (development === undefined) throw new Error('There is no development outbox in production.');
  return development.mail;
}
