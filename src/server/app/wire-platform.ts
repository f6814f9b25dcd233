import { createCaptcha, defaultDifficulty, type CaptchaDifficulty } from '#server/platform/limits/captcha/altcha.ts';
import { type Captcha, createCaptchas } from '#server/platform/limits/captcha/captchas.ts';
import { type Clock, type MachineTime, type SteadyClock, createSteadyClock, thisMachine } from '#server/platform/clock.ts';
import type { Config } from '#server/platform/settings/config.ts';
import { type FieldDecryption, createFieldDecryption } from '#server/platform/crypto/field-decryption.ts';
import { fieldKeyJob } from '#server/platform/crypto/field-key-job.ts';
import { type FieldKeyPair, type FieldKeys, openFieldKeys } from '#server/platform/crypto/field-keys.ts';
import { type PasswordCost, type PasswordHasher, createPasswordHasher } from '#server/platform/crypto/password-hasher.ts';
import { openConfigured, openDatabase } from '#server/migrations/open-database.ts';
import { openKeyring } from '#server/core/operations/keys/root-keys.ts';
import type { Db } from '#server/core/database/db.ts';
import { type KeptTime, startKeepingTime } from '#server/platform/db/time/kept-time.ts';
import { type DatabaseTime, type KeptWall, databaseTimeOf, startWallClock } from '#server/platform/db/time/wall-clock.ts';
import { staleRowJob } from '#server/core/stale-rows.ts';
import { tracedDb } from '#server/platform/db/traced-db.ts';
import { type Jobs, createJobs } from '#server/platform/jobs/jobs.ts';
import { type DatabaseState, createDatabaseState } from '#server/platform/observation/database-state.ts';
import { type Log, createLog } from '#server/platform/observation/log.ts';
import { type RateLimiter, createRateLimiter } from '#server/platform/limits/rate-limit/rate-limiter.ts';
import type { WorldStore } from '#server/core/store.ts';
import type { Outside } from '#server/capabilities/apps/developer/addresses/outside.ts';
import type { Tracing } from '#server/platform/observation/tracing/tracing.ts';
import { openConfiguredTracing, remoteCaptchas } from './configured.ts';
/** Delay of a repeated refusal of a call. */
const refusalPauseMs = 100;

/** Replacements of parts in tests. */
export interface WireOverrides {
  readonly clock?: Clock;
  /** This machine, and the database's with it unless `databaseTime` says another time. */
  readonly machineTime?: MachineTime;
  readonly databaseTime?: DatabaseTime;
  readonly log?: Log;
  /** An open database; the caller closes it. */
  readonly db?: Db;
  readonly captchaDifficulty?: CaptchaDifficulty;
  /** Replaces the counting of calls and costs, for trials that look at other rules. */
  readonly limiter?: RateLimiter;
  /** Milliseconds before a repeated refusal is answered. */
  readonly refusalPauseMs?: number;
  readonly generateFieldKey?: () => Promise<FieldKeyPair>;
  readonly hasherThreads?: number;
  readonly passwordCost?: PasswordCost;
  /** Hosts that developers name. */
  readonly outside?: Outside;
}

/** The foundation of the server, without accounts. */
export interface OpenPlatform {
  readonly store: WorldStore;
  readonly steady: SteadyClock;
  readonly wall: KeptWall;
  readonly log: Log;
  readonly databaseStatus: DatabaseState['status'];
  readonly jobs: Jobs;
  readonly keptTime: KeptTime | undefined;
  readonly fieldKeys: FieldKeys;
  readonly fieldDecryption: FieldDecryption;
  readonly hasher: PasswordHasher;
  /** Always counts in the database: it protects secrets and costs. */
  readonly limiter: RateLimiter;
  /** Counts calls. */
  readonly callLimiter: RateLimiter;
  readonly captcha: Captcha;
  readonly tracing: Tracing | undefined;
  close(): Promise<void>;
}

/** Opens the database and the parts that only need it; starts its jobs. */
export async function openPlatform(config: Config, overrides: WireOverrides): Promise<OpenPlatform> {
  const state = createDatabaseState(overrides.log ?? createLog({ level: config.logLevel }), config.dataDir);
  const { log } = state;
  const tracing = await openConfiguredTracing(config);
  const opened = overrides.db ?? (await openConfigured(openDatabase, config));
  const db = tracing === undefined ? opened : tracedDb(opened, tracing);
  state.watch(() => db.ping());
  const { wall, steady, clock } = await openClocks(overrides, { db, log });
  const rootKeys = await openKeyring({ db, clock }, config);
  const { keyring } = rootKeys;
  const keptTime = overrides.clock === undefined ? await startKeepingTime({ db, clock: steady, log }) : undefined;
  const { generateFieldKey: generate, hasherThreads: threads, passwordCost: cost } = overrides;
  const fieldKeys = await openFieldKeys({ db, keyring, clock, ...(generate === undefined ? {} : { generate }) });
  const fieldDecryption = createFieldDecryption(fieldKeys);
  const limiter = overrides.limiter ?? createRateLimiter({ db, clock });
  const callLimiter = overrides.limiter ?? createRateLimiter({ db, clock, pauseMs: overrides.refusalPauseMs ?? refusalPauseMs });
  const hasher = createPasswordHasher({ keyring, ...(threads === undefined ? {} : { threads }), ...(cost === undefined ? {} : { cost }) });
  const difficulty = overrides.captchaDifficulty ?? { ...defaultDifficulty, to: config.captchaAttempts };
  const own = createCaptcha({ db, keyring, clock, difficulty });
  const remotes = remoteCaptchas(config, { clock, log });
  const jobs = createJobs(log);
  for (const job of [rootKeys.job, wall.job, keptTime?.job, limiter.job, callLimiter.job]) if (job !== undefined) jobs.start(job);
  jobs.start(fieldKeyJob({ keys: fieldKeys, clock }));
  jobs.start(staleRowJob({ db, clock, retention: config.retention }));
  return {
    store: { db, clock, wall, keyring },
    steady,
    wall,
    log,
    databaseStatus: state.status,
    jobs,
    keptTime,
    fieldKeys,
    fieldDecryption,
    hasher,
    limiter,
    callLimiter,
    captcha: createCaptchas({ own, remotes, db, limiter, clock, log, rateFactor: config.rateFactor }),
    tracing,
    async close() {
      await hasher.close();
      fieldDecryption.close();
      if (overrides.db === undefined) await db.close();
      await tracing?.close();
    },
  };
}

/** The two clocks: ours follows the wall clock forwards, and never back. */
async function openClocks({ clock, machineTime, databaseTime }: WireOverrides, { db, log }: { readonly db: Db; readonly log: Log }) {
  const standing = clock === undefined ? undefined : { wall: () => clock.now(), elapsed: () => 0 };
  const machine = machineTime ?? standing ?? thisMachine;
  const read = databaseTime ?? (machine === thisMachine ? databaseTimeOf(db) : undefined);
  const wall = await startWallClock({ machine, read, log });
  const steady = createSteadyClock({ wall: () => wall.wall(), elapsed: () => machine.elapsed() });
  return { wall, steady, clock: clock ?? steady };
}
