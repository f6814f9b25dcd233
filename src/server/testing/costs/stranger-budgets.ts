import type { Endpoint } from '#contract/endpoint.ts';
import type { allEndpoints } from '#contract/all.ts';
import { limits, rates } from '#contract/limits.ts';
import { qrLimits } from '#contract/sign-in/qr/qr.words.ts';
import { authorizationLifeMs, stateBudget } from '#server/capabilities/account/social-accounts/authorization.ts';
import type { protocolPaths } from '#server/capabilities/apps/openid/protocol-paths.ts';
import {
  deviceBudget,
  deviceCodeLifeMs,
  mostRowBytes,
  waitingBudget,
  waitingLifeMs,
} from '#server/capabilities/apps/openid/bounds/room-for-strangers.ts';
import { qrBudget } from '#server/capabilities/sign-in/qr/open-qr.ts';
import { refusalBudget } from '#server/core/protection/audit/record-refusal.ts';
import { codePolicy } from '#server/core/sign-in/codes/code-policy.ts';
import { day, hour, minute, second } from '#server/platform/clock.ts';
import type { Database } from '#server/core/database/db.ts';
import { shortGraceMs } from '#server/platform/db/tables/table.ts';

/** The public calls of a group, as `group.name`. */
type OpenCallsOf<Group extends string, Rows> = {
  [Name in keyof Rows & string]: Rows[Name] extends Endpoint
    ? Rows[Name]['access'] extends 'visitor' | 'account-or-visitor' | 'account-or-ticket-or-visitor'
      ? `${Group}.${Name}`
      : never
    : never;
}[keyof Rows & string];

type OpenCall = {
  [Group in keyof typeof allEndpoints]: OpenCallsOf<Group, (typeof allEndpoints)[Group]>;
}[keyof typeof allEndpoints];

/** Every call that a stranger may make: those of the contract and those of the protocol. */
export type StrangerCall = OpenCall | `protocol.${keyof typeof protocolPaths}`;

/** The maximum cost of one call. */
export interface CallBudget {
  /** Rows that it may add to a table, and their total bytes. Tables that are not named: none. */
  readonly adds: Partial<Record<keyof Database, { readonly rows: number; readonly bytes: number }>>;
  /** Passwords hashed or compared in threads: none by default. Each encrypted field of the row is decrypted once. */
  readonly passwords?: number;
  /** Keys derived for captchas, in threads: none by default. */
  readonly derivations?: number;
}

/**
 * Counters of rates: for its class, its visitor, its network and further limits. They are removed after their two
 * windows.
 */
const counters = { rate_windows: { rows: 12, bytes: 900 } } as const;

const nothing: CallBudget = { adds: counters };

/** The mark of a used captcha. */
const captcha = { claims: { rows: 1, bytes: 100 } } as const;

/** A wrong guess. */
const failure = { failures: { rows: 1, bytes: 150 } } as const;

/** A wrong password also counts for months; for a name that nobody has, for a day. */
const wrongPassword = { ...failure, password_guesses: { rows: 1, bytes: 150 } } as const;

/** A code, and its message until it is sent. */
const code = { ...captcha, codes: { rows: 1, bytes: 250 }, outbox: { rows: 1, bytes: 2000 } } as const;

/** The other contact is notified of a code for a new password, or a message is made for nobody. */
const told = { outbox: { rows: 2, bytes: 4000 } } as const;

/**
 * An account and its first session. The person is signed in from here on; the limits of sign-up admit five a day from
 * one client IP.
 */
const account = {
  ...counters,
  ...captcha,
  accounts: { rows: 1, bytes: 380 },
  identifiers: { rows: 2, bytes: 1000 },
  consent_ledger: { rows: 2, bytes: 420 },
  sessions: { rows: 1, bytes: 500 },
  known_browsers: { rows: 1, bytes: 800 },
  known_networks: { rows: 1, bytes: 250 },
  audit: { rows: 3, bytes: 900 },
  activity: { rows: 3, bytes: 450 },
  outbox: { rows: 1, bytes: 3000 },
} as const;

/** Bytes of a code that a phone has opened; additions of a signed-in person are theirs. */
const qrRowBytes = 400;

/** A request of an app that waits for its person. */
const waiting: CallBudget = { adds: { ...counters, openid_records: { rows: 1, bytes: mostRowBytes.waiting } } };

/**
 * The maximum that each call of a stranger may leave behind. A missing call does not compile; one that leaves more
 * fails its test.
 */
export const callBudgets: Readonly<Record<StrangerCall, CallBudget>> = {
  'reference.config': nothing,
  'reference.key': nothing,
  'reference.region': nothing,
  'reference.loginRegion': nothing,
  'reference.navigation': nothing,
  'reference.agreement': nothing,
  'reference.captchaChallenge': { ...nothing, derivations: 1 },
  'checks.checkUsername': { adds: { ...counters, ...captcha }, derivations: 1 },
  'checks.checkNickname': { adds: { ...counters, ...captcha }, derivations: 1 },
  'checks.checkEmail': { adds: { ...counters, ...captcha }, derivations: 1 },
  'checks.checkPhone': { adds: { ...counters, ...captcha }, derivations: 1 },
  'codes.sendSms': { adds: { ...counters, ...code, ...told, links: { rows: 1, bytes: 500 } }, derivations: 1 },
  'codes.sendEmail': { adds: { ...counters, ...code, ...told, links: { rows: 2, bytes: 1200 } }, derivations: 1 },
  'family.checkAge': nothing,
  'registration.registerByPhone': { adds: account, passwords: 1, derivations: 1 },
  'registration.registerByEmail': { adds: account, passwords: 1, derivations: 1 },
  'registration.resolveContinue': nothing,
  'signIn.signInByPassword': {
    adds: { ...counters, ...wrongPassword, audit: { rows: 1, bytes: 300 }, activity: { rows: 1, bytes: 150 } },
    passwords: 1,
    derivations: 1,
  },
  'signIn.signInByCode': { adds: { ...counters, ...failure } },
  'passkeys.beginPasskey': nothing,
  'passkeys.signInByPasskey': nothing,
  'qr.beginQr': nothing,
  'qr.qrState': nothing,
  'qr.finishQr': nothing,
  'qr.cancelQr': nothing,
  'qr.openQr': { adds: { ...counters, qr_sign_ins: { rows: 1, bytes: qrRowBytes } } },
  'secondStep.signInSecondStep': nothing,
  'recovery.proveRecovery': nothing,
  'recovery.finishRecovery': nothing,
  'recovery.openRecoveryClaim': nothing,
  'recovery.askDeskForRecovery': nothing,
  'claims.claimStatus': nothing,
  'claims.stopClaim': nothing,
  'claims.readNotice': nothing,
  'claims.answerNotice': nothing,
  'containment.sayWhy': nothing,
  'containment.freezeByWay': { adds: { ...counters, ...failure } },
  'contacts.activateEmail': nothing,
  'password.beginRecovery': { adds: { ...counters, ...failure } },
  'password.resetPasswordByPhone': { adds: { ...counters, ...failure }, passwords: 1 },
  'password.resetPasswordByEmail': { adds: { ...counters, ...failure }, passwords: 1 },
  'socialAccounts.platformSignInUrl': { adds: { ...counters, social_states: { rows: 1, bytes: 1000 } } },
  'socialAccounts.platformBindInfo': nothing,
  'socialAccounts.signInByPlatform': { adds: { ...counters, pending_identities: { rows: 1, bytes: 2600 } } },
  'socialAccounts.bindByPlatform': { adds: { ...counters, pending_identities: { rows: 1, bytes: 2600 } } },
  'socialAccounts.registerByPlatform': {
    adds: { ...account, social_accounts: { rows: 1, bytes: 900 }, social_subjects: { rows: 2, bytes: 400 } },
    derivations: 1,
  },
  'desktop.desktopEnd': nothing,
  'openid.describeApp': nothing,
  'deletion.showReceipt': nothing,
  'upgrade.findUpgradeAccounts': { adds: { ...counters, upgrade_tickets: { rows: 1, bytes: 400 } } },
  'upgrade.bindLegacyAccount': { ...nothing, passwords: 1, derivations: 1 },
  'upgrade.undoLegacyMerge': nothing,
  'protocol.authorization': waiting,
  'protocol.resume': nothing,
  'protocol.token': nothing,
  'protocol.userinfo': nothing,
  'protocol.jwks': nothing,
  'protocol.revocation': nothing,
  'protocol.introspection': nothing,
  'protocol.endSession': waiting,
  'protocol.endSessionConfirm': nothing,
  'protocol.endSessionSuccess': nothing,
  'protocol.deviceAuthorization': { adds: { ...counters, openid_records: { rows: 1, bytes: mostRowBytes.device } } },
  'protocol.pushedRequest': waiting,
  'protocol.openidDiscovery': nothing,
  'protocol.oauthDiscovery': nothing,
};

/** The maximum rows of strangers in a table: the list in docs/security.md. */
export interface TableBudget {
  readonly table: keyof Database;
  readonly what: string;
  readonly madeBy: string;
  /** Bytes of one row, at most. */
  readonly bytes: number;
  /** Rows of one IPv4 address and of one IPv6 /64. Larger networks get their larger share. */
  readonly ipv4: number;
  readonly ipv6: number;
  /** Rows of the whole site; undefined if each costs its maker more than the server. */
  readonly site: number | undefined;
  readonly lifeMinutes: number;
  /** How long a row stays after its expiry. */
  readonly graceMinutes: number;
}

const shortGrace = shortGraceMs / minute;
const aDay = day / minute;

/** Maximum rows for a limit per window: those of all windows that their life touches. */
function standing({ limit, windowMs }: { readonly limit: number; readonly windowMs: number }, minutes: number): number {
  return limit * Math.ceil((minutes * minute) / windowMs);
}

/** Like `standing`, for a class of rates, for one client IP. */
function standingOf(name: 'sendCode' | 'register' | 'check' | 'signIn' | 'action', minutes: number): number {
  const { perNetwork: limit, windowSeconds } = rates[name];
  return standing({ limit, windowMs: windowSeconds * second }, minutes);
}

/** The same number for both address families. */
const each = (rows: number) => ({ ipv4: rows, ipv6: rows });

const [, codesOfDay] = codePolicy.perNetwork;
const linkLife = (limits.recoveryLinkHours * hour) / minute;
const trailLife = (180 * day) / minute;

/** Refused sign-ins that are written down. */
const refusals = {
  ...each(standing({ limit: refusalBudget.perNetwork, windowMs: refusalBudget.windowMs }, trailLife)),
  site: standing({ limit: refusalBudget.perSite, windowMs: refusalBudget.windowMs }, trailLife),
  lifeMinutes: trailLife,
  graceMinutes: 0,
};

export const tableBudgets: readonly TableBudget[] = [
  {
    what: 'requests of apps, sign-outs',
    madeBy: '`/oidc/auth`, `/oidc/session/end` by GET or POST',
    bytes: mostRowBytes.waiting,
    ...waitingBudget,
    lifeMinutes: waitingLifeMs.nobody / minute,
    graceMinutes: shortGrace,
  },
  {
    what: 'codes of devices',
    madeBy: '`POST /oidc/device/auth`',
    bytes: mostRowBytes.device,
    ...deviceBudget,
    lifeMinutes: deviceCodeLifeMs / minute,
    graceMinutes: shortGrace,
  },
  {
    what: 'people on the way to a platform',
    madeBy: '`GET /oauth2/platform/login/url`',
    bytes: 1000,
    ...stateBudget,
    lifeMinutes: authorizationLifeMs / minute,
    graceMinutes: shortGrace,
  },
  {
    what: 'codes that a phone has scanned',
    madeBy: '`POST /qr/open`',
    bytes: qrRowBytes,
    ...qrBudget,
    lifeMinutes: qrLimits.signUpMs / minute,
    graceMinutes: shortGrace,
  },
  {
    table: 'pending_identities',
    what: 'people whom a platform knows and nobody here',
    madeBy: '`POST /oauth2/platform/user/login`, `…/bind`',
    bytes: 2600,
    ...each(standingOf('signIn', authorizationLifeMs / minute + shortGrace)),
    site: undefined,
    lifeMinutes: authorizationLifeMs / minute,
    graceMinutes: shortGrace,
  },
  {
    table: 'codes',
    what: 'codes, which are also the count of a day',
    madeBy: '`POST /captcha/…/send/…`',
    bytes: 250,
    ...each(standing(codesOfDay, limits.codeLifeMs / minute + aDay)),
    site: undefined,
    lifeMinutes: limits.codeLifeMs / minute,
    graceMinutes: aDay,
  },
  {
    table: 'links',
    what: 'links of recovery, to nobody as well',
    madeBy: '`POST /captcha/email/send/login`',
    bytes: 600,
    ...each(standing(codesOfDay, linkLife + aDay)),
    site: undefined,
    lifeMinutes: linkLife,
    graceMinutes: aDay,
  },
  {
    table: 'outbox',
    what: 'messages that are not sent yet',
    madeBy: '`POST /captcha/…/send/…`',
    bytes: 2000,
    ...each(codePolicy.perNetwork[0].limit),
    site: undefined,
    lifeMinutes: limits.codeLifeMs / minute,
    graceMinutes: 0,
  },
  {
    table: 'claims',
    what: 'captchas that were used',
    madeBy: 'every call with a captcha',
    bytes: 100,
    ...each((['sendCode', 'register', 'check', 'signIn'] as const).reduce((sum, name) => sum + standingOf(name, 30 + shortGrace), 0)),
    site: undefined,
    lifeMinutes: 30,
    graceMinutes: shortGrace,
  },
  {
    table: 'failures',
    what: 'wrong passwords and codes, by name',
    madeBy: '`POST /login/…`, `POST /password/reset/…`',
    bytes: 150,
    ...each(standingOf('signIn', aDay + 15)),
    site: undefined,
    lifeMinutes: 15,
    graceMinutes: aDay,
  },
  {
    table: 'upgrade_tickets',
    what: 'phones and emails that were proven for an upgrade',
    madeBy: '`POST /register/search`, each with a code',
    bytes: 400,
    ...each(standing(codesOfDay, limits.verificationLifeMs / minute + aDay)),
    site: undefined,
    lifeMinutes: limits.verificationLifeMs / minute,
    graceMinutes: aDay,
  },
  {
    table: 'audit',
    what: 'sign-ins that were refused',
    madeBy: '`POST /login/password`',
    bytes: 300,
    ...refusals,
  },
  {
    table: 'activity',
    what: 'the same for the owner, counted by the hour',
    madeBy: '`POST /login/password`',
    bytes: 150,
    ...refusals,
  },
  {
    table: 'rate_windows',
    what: 'counters, the most of them of browsers without cookies',
    madeBy: 'every call',
    bytes: 80,
    ...each((['sendCode', 'register', 'check', 'signIn', 'action'] as const).reduce((sum, name) => sum + 4 * rates[name].perNetwork, 0)),
    site: undefined,
    // Two windows of the longest class.
    lifeMinutes: 120,
    graceMinutes: 1,
  },
];

function durationText(minutes: number): string {
  if (minutes >= 2 * aDay) return `${minutes / aDay} d`;
  return minutes >= 120 ? `${minutes / 60} h` : `${minutes} min`;
}

/** The rows of the table in docs/security.md. */
export function rowsOfStrangers(): readonly string[] {
  const number = (value: number) => value.toLocaleString('en');
  return tableBudgets.map(({ table, what, madeBy, bytes, ipv4, ipv6, site, lifeMinutes, graceMinutes }) => {
    const stands = `${durationText(lifeMinutes)} + ${durationText(graceMinutes)}`;
    return `| \`${table}\`: ${what} | ${madeBy} | ${number(bytes)} | ${number(ipv4)} | ${number(ipv6)} | ${site === undefined ? '–' : number(site)} | ${stands} |`;
  });
}

/** The sentence of the page about the maximum costs of one call, without counters of rates. `encrypted`: encrypted fields of the call. */
export function mostOfStrangers(encrypted: (call: StrangerCall) => number): string {
  const calls = Object.entries(callBudgets) as [StrangerCall, CallBudget][];
  const most = (of: (budget: CallBudget, call: StrangerCall) => number) =>
    Math.max(...calls.map(([call, budget]) => of(budget, call))).toLocaleString('en');
  const sum = ({ adds }: CallBudget, of: 'rows' | 'bytes') =>
    Object.entries(adds).reduce((total, [table, added]) => total + (table === 'rate_windows' ? 0 : added[of]), 0);
  const computed = [
    `${most((_budget, call) => encrypted(call))} fields`,
    `${most(({ passwords = 0 }) => passwords)} password`,
    `${most(({ derivations = 0 }) => derivations)} captcha key`,
  ];
  const left = [
    `${most((budget) => sum(budget, 'rows'))} rows`,
    `${most((budget) => sum(budget, 'bytes'))} bytes`,
    `${most(({ adds }) => adds.outbox?.rows ?? 0)} messages`,
  ];
  return `It computes at most ${computed.join(', ')}, and leaves at most ${left.join(', ')}.`;
}
