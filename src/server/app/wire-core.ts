import { createAccess } from '#server/core/sign-in/access/access.ts';
import type { Agreements } from '#server/core/account/agreements/agreements.ts';
import { createSeparateConsents } from '#server/core/account/agreements/separate-consents.ts';
import { auditJob } from '#server/core/protection/audit/audit-job.ts';
import { createAudit } from '#server/core/protection/audit/audit.ts';
import { createAgeGate } from '#server/core/account/age/age-gate.ts';
import type { Core } from '#server/core/core.ts';
import { usualClaimWaits } from '#server/core/sign-in/ways/decisions.ts';
import { createPasswordGuesses } from '#server/core/sign-in/password/password-guesses.ts';
import { createSignInAttempts } from '#server/core/sign-in/password/sign-in-attempts.ts';
import { createEvents } from '#server/core/events.ts';
import { createEvidence } from '#server/core/sign-in/evidence/evidence.ts';
import { createBreaches } from '#server/core/sign-in/password/breaches.ts';
import { createIdentity } from '#server/core/account/identity/identity.ts';
import { createMailDomains } from '#server/core/account/name-policy/mail-domains.ts';
import { createLinks } from '#server/core/sign-in/links/links.ts';
import { createFreezeLinks } from '#server/core/protection/notices/freeze-links.ts';
import { createGather } from '#server/core/protection/notices/gather-notices.ts';
import { createAccounts } from '#server/core/account/accounts/accounts.repository.ts';
import { messagePurpose } from '#server/core/protection/messages/message-purpose.ts';
import { createNotices } from '#server/core/protection/notices/notices.ts';
import { deskClient } from '#server/core/apps/clients/desk-client.ts';
import { subjectsOfApps } from '#server/core/apps/openid/subjects.ts';
import { createApps } from '#server/core/apps/openid/apps.ts';
import { createFanOut } from '#server/core/apps/signals/fan-out.ts';
import { createSessions } from '#server/core/sign-in/sessions/sessions.ts';
import { createGuardians } from '#server/core/rights/family/guardians.ts';
import { createSignUps } from '#server/core/account/sign-ups/sign-ups.ts';
import { createCodes } from '#server/core/sign-in/codes/codes.ts';
import type { Development } from '#server/development/development.ts';
import { day, hour } from '#server/platform/clock.ts';
import type { Config } from '#server/platform/settings/config.ts';
import { type Lanes, createLanes } from '#server/platform/sending/outbox/lanes.ts';
import { type OutboxQueue, createOutboxQueue } from '#server/platform/sending/outbox/outbox-queue.ts';
import { type OutboxWorker, createOutboxWorker } from '#server/platform/sending/outbox/outbox-worker.ts';
import type { PlaceOf } from '#server/platform/geo/places.ts';
import { mailSender, namePolicy, smsSender } from './configured.ts';
import type { OpenPlatform } from './wire-platform.ts';
/** How messages leave. */
export interface Outbox {
  readonly queue: OutboxQueue;
  readonly lanes: Lanes;
  readonly worker: OutboxWorker;
  readonly smsIsAvailable: boolean;
  readonly smsLinks: boolean;
}

export async function openOutbox(config: Config, platform: OpenPlatform, development: Development | undefined): Promise<Outbox> {
  const { store, limiter, log, jobs } = platform;
  const { db, clock } = store;
  const sms = await smsSender(config, { development, wall: store.wall, log });
  const mail = await mailSender(config, development);
  const queue = createOutboxQueue(store);
  const lanes = createLanes({ limiter, smsPerDay: config.sms.dailyBudget, rateFactor: config.rateFactor });
  const purpose = messagePurpose({ db, clock, accounts: createAccounts(store), copies: config.desk && store.keyring });
  const worker = createOutboxWorker({ db, queue, clock, lanes, mail, sms, purpose, log });
  jobs.start(worker.job);
  return { queue, lanes, worker, smsIsAvailable: sms !== undefined, smsLinks: config.sms.links };
}

interface CoreParts {
  readonly agreements: Agreements;
  readonly placeOf: PlaceOf;
}

/** The core of the product on an open platform. */
export function createCore(config: Config, platform: OpenPlatform, outbox: Outbox, { agreements, placeOf }: CoreParts): Core {
  const { store, limiter, captcha, hasher, log, jobs } = platform;
  const { db, clock, keyring } = store;
  const { publicUrl, supportEmail, brand, rateFactor, enumeration, nicknameChangeDays, blockedMailDomains, retention } = config;
  const { sessionIdleDays, sessionTotalDays, twoStep } = config;
  const names = [brand, config.vendor.brand].flatMap(({ id, os }) => [...Object.values(id), ...Object.values(os)]);
  const words = namePolicy(config.namePolicy, names);
  const mailDomains = createMailDomains(blockedMailDomains);
  const nicknamePeriodMs = nicknameChangeDays * day;
  const claimWaitsMs = { shared: twoStep.claimHours.shared * hour, single: twoStep.claimHours.single * hour, weak: usualClaimWaits.weak };
  const ageGate = createAgeGate(store, config.ageGate);
  const identity = createIdentity(store, hasher, {
    words,
    mailDomains,
    brand: names,
    nicknamePeriodMs,
    agreements,
    separate: createSeparateConsents(config),
    ageGate,
    breaches: createBreaches({ url: config.breachCheckUrl, clock, log }),
    claimWaitsMs,
  });
  const { accounts, legacyAccounts } = identity;
  const events = createEvents(db);
  const sessions = createSessions({
    db,
    clock,
    lives: { idleMs: sessionIdleDays * day, totalMs: sessionTotalDays * day },
    ended: events.sessionEnded.emit,
  });
  const apps = createApps(store, config.desk && deskClient(keyring, config.desk.url));
  const subjectOf = subjectsOfApps(store, apps.clients);
  const fanOut = createFanOut({ db, clock, keyring, subjectOf, queued: events.signalQueued.emit });
  const audit = createAudit(
    { db, clock, keyring },
    {
      async told(entry) {
        await fanOut(entry);
        if (entry.accountId !== null) events.accountChanged.emit(entry.accountId);
      },
    },
  );
  const freezeLinks = createFreezeLinks({ db, clock, keyring, links: createLinks(store) });
  const told = { publicUrl, supportEmail, brand, placeOf };
  const notices = createNotices({ ...outbox, ...store, ...told, freezeLinks, gather: createGather(store) });
  const codes = createCodes({ ...outbox, db, keyring, clock, limiter, notices, rateFactor });
  const evidence = createEvidence(store, {
    accounts,
    legacyAccounts,
    codes,
    ways: identity.ways,
    publicUrl,
    relyingParty: config.passkeys && { ...config.passkeys, name: brand.id },
    gate: { limiter, rateFactor },
    hasher,
    sessions,
    audit,
    notices,
    placeOf,
  });
  const access = createAccess(store, {
    accounts,
    sessions,
    codes,
    ways: identity.ways,
    stepUp: config.signInStepUp,
    trustDays: twoStep.trustDays,
  });
  const journal = { audit, notices, log };
  const guesses = createPasswordGuesses({ db, clock, notices });
  const attempts = createSignInAttempts({ db, clock, keyring, captcha, guesses });
  const gate = { captcha, limiter, rateFactor, enumeration, attempts };
  jobs.start(agreements.job);
  jobs.start(auditJob({ db, clock, keyring, log, keepDays: retention.auditDays }));
  const nouns = { store, events, identity, evidence, access, journal, gate };
  return { ...nouns, apps, signUps: createSignUps(nouns), guardians: createGuardians(store, audit) };
}
