import { createAccounts } from '#server/core/account/accounts/accounts.repository.ts';
import { createAudit } from '#server/core/protection/audit/audit.ts';
import { createLinks } from '#server/core/sign-in/links/links.ts';
import { createClaims } from '#server/core/protection/claims/claims.ts';
import { createLegacyAccounts } from '#server/core/account/legacy/legacy-accounts.ts';
import { createAppSecrets } from '#server/core/apps/app-secrets/app-secrets.repository.ts';
import { createGuardians } from '#server/core/rights/family/guardians.ts';
import { createConsents } from '#server/core/apps/openid/consents.repository.ts';
import { createFormerWays } from '#server/core/sign-in/ways/former-ways.ts';
import { createWays } from '#server/core/sign-in/ways/ways.ts';
import { createFanOut } from '#server/core/apps/signals/fan-out.ts';
import { createSessions } from '#server/core/sign-in/sessions/sessions.ts';
import { createCodes } from '#server/core/sign-in/codes/codes.ts';
import { subjectsOfApps } from '#server/core/apps/openid/subjects.ts';
import { createOpenidClients } from '#server/core/apps/clients/clients.repository.ts';
import type { ReviewDeps } from '#server/capabilities/operations/desk/rooms/review-app.ts';
import { createOwnApps } from '#server/core/apps/developer/own-apps.repository.ts';
import type { GiveBackDeps } from '#server/capabilities/operations/desk/acts/give-back.ts';
import { createAccess } from '#server/core/sign-in/access/access.ts';
import { createLanes } from '#server/platform/sending/outbox/lanes.ts';
import { createRateLimiter } from '#server/platform/limits/rate-limit/rate-limiter.ts';
import type { AdminDeps } from './admin-command.ts';
import { commandNotices } from './command-notices.ts';

export function operation(deps: AdminDeps): GiveBackDeps {
  const { config, db, clock, keyring } = deps;
  const { rateFactor, sms } = config;
  const smsIsAvailable = sms.adapter !== 'off';
  const store = { db, clock, keyring };
  const links = createLinks(store);
  const notices = commandNotices(deps);
  const limiter = createRateLimiter({ db, clock });
  const lanes = createLanes({ limiter, smsPerDay: sms.dailyBudget, rateFactor });
  const accounts = createAccounts(store);
  const formers = createFormerWays(store);
  const ways = createWays({ db, clock, formers });
  const sessions = createSessions({ db, clock });
  const codes = createCodes({ db, keyring, clock, limiter, notices, lanes, smsIsAvailable, rateFactor });
  const subjectOf = subjectsOfApps(store, createOpenidClients(store));
  const audit = createAudit({ db, clock, keyring }, { told: createFanOut({ db, clock, keyring, subjectOf }) });
  return {
    store,
    identity: {
      accounts,
      formers,
      ways,
      legacyAccounts: createLegacyAccounts({ db, keyring, accounts }),
    },
    evidence: { links, claims: createClaims(store) },
    apps: { consents: createConsents(db), clients: { secrets: createAppSecrets(db) } },
    access: createAccess(store, { accounts, sessions, codes, ways }),
    accessHold: config.accessHold,
    journal: { audit, notices },
    guardians: createGuardians(store, audit),
  };
}

/** Dependencies of asked acts on apps. */
export function reviewDeps(deps: AdminDeps): ReviewDeps {
  const { db, clock, keyring } = deps;
  return {
    db,
    clock,
    own: createOwnApps(db),
    accounts: createAccounts({ db, clock, keyring }),
    journal: { audit: createAudit({ db, clock, keyring }), notices: commandNotices(deps) },
  };
}
