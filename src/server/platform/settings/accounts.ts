import type { Region } from '#contract/vocabulary/regions.ts';
import { developerModes } from '#contract/apps/developer/developer.words.ts';
import { domains, integer, oneOf, onOff, serviceUrl, text, textFile } from './parsers.ts';
import { reader, type Parser, type Reader, type Settings, type Site, type Source } from './setting.ts';

/** The age of each region under which a guardian has to agree. */
export type AgeGates = Readonly<Partial<Record<Region, number>>>;

const accountNumbers: Parser<ReadonlySet<string>> = {
  type: 'ID numbers, comma-separated',
  parse(value, { refusal }) {
    const numbers = value.split(',').map((one) => one.trim());
    const odd = numbers.find((one) => !/^\d{1,15}$/.test(one));
    if (odd !== undefined) throw refusal(`must hold ID numbers, not '${odd}'.`);
    return new Set(numbers);
  },
};

/** Ages from 1 to 18, by region. */
const ages: Parser<AgeGates> = {
  type: 'ages by region, such as CN=14 DE=16',
  parse(value, { refusal }) {
    const pairs = value.split(/[\s,]+/).map((one) => /^(CN|DE)=([1-9]|1[0-8])$/.exec(one));
    if (pairs.includes(null)) throw refusal(`must be ages from 1 to 18 by region, such as CN=14 DE=16, not '${value}'.`);
    return Object.fromEntries(pairs.map((pair) => [pair?.[1], Number(pair?.[2])]));
  },
};

/** Settings are read from one list before core is loaded, so the account settings are here too. */
export const accountSettings = {
  NICKNAME_CHANGE_DAYS: {
    parser: integer(1, 365),
    unit: 'days',
    default: '7',
    meaning: 'How long a nickname stays before it may be changed again.',
  },
  SESSION_IDLE_DAYS: {
    parser: integer(1, 365),
    unit: 'days',
    default: '7',
    meaning: 'After how many days without a visit a sign-in ends.',
  },
  SESSION_DAYS: {
    parser: integer(1, 365),
    unit: 'days',
    default: '30',
    meaning: 'After how many days a sign-in ends in any case.',
  },
  NAME_WORDS_FILE: {
    parser: textFile,
    meaning:
      'The reserved and sensitive words of usernames and nicknames, in the form of `src/server/core/account/name-policy/name-words.txt`, which it replaces.',
  },
  BLOCKED_MAIL_DOMAINS: {
    parser: domains,
    meaning: 'The mail domains, with their subdomains, whose addresses no account may get; accounts that have one keep it.',
  },
  AGE_GATE: {
    parser: ages,
    meaning:
      'The age of each region under which an account needs the consent of a guardian; registrations ask for the birthday first, older accounts within 30 days. Without it nobody is asked.',
  },
  GUARDIAN_CHECK: {
    parser: serviceUrl,
    meaning:
      'A service of the operator that says whether a guardian is an adult: POST with JSON {number, phone}, answered by {"adult": true or false}. Without it a guardian is taken at their word; while it does not answer, nobody can agree.',
  },
  GUARDIAN_CHECK_TOKEN: {
    parser: text,
    meaning: 'The bearer token that GUARDIAN_CHECK is called with.',
  },
  DEVELOPERS: {
    parser: oneOf(...developerModes),
    default: 'review',
    meaning:
      'Who may build apps in the Developer Center: nobody, the accounts of DEVELOPERS_INVITED, everybody with a review before people use an app (review), or with a review only for contacts or an address (open).',
  },
  DEVELOPERS_INVITED: {
    parser: accountNumbers,
    meaning: 'The ID numbers of the accounts that may build apps while DEVELOPERS is `invited`.',
  },
} as const satisfies Settings;

export const retentionSettings = {
  AUDIT_RETENTION_DAYS: {
    parser: integer(30, 3650),
    unit: 'days',
    default: '180',
    meaning: 'How long rows of the audit trail stay; they hold client IPs.',
  },
  SESSION_RETENTION_DAYS: {
    parser: integer(1, 365),
    unit: 'days',
    default: '30',
    meaning: 'How long the record of a session (times, client IP, browser) stays after it expired.',
  },
  SIGNALS_KEEP: {
    parser: onOff,
    default: 'off',
    meaning: 'Whether security events that an app has taken stay for seven days instead of one, so that they can be replayed.',
  },
} as const satisfies Settings;

export type AccountConfig = Readonly<ReturnType<typeof readAccounts>>;

export function readAccounts(source: Source, site: Site) {
  const read = reader({ ...accountSettings, ...retentionSettings }, source, site);
  return {
    developers: { mode: read('DEVELOPERS'), invited: read('DEVELOPERS_INVITED') ?? new Set<string>() },
    /** Days between two changes of a nickname. */
    nicknameChangeDays: read('NICKNAME_CHANGE_DAYS'),
    /** Lifetime of a session without a visit, and in all. */
    sessionIdleDays: read('SESSION_IDLE_DAYS'),
    sessionTotalDays: read('SESSION_DAYS'),
    /** The operator's own lists of words that names must not contain. */
    namePolicy: read('NAME_WORDS_FILE'),
    /** Lower case, as ASCII. */
    blockedMailDomains: read('BLOCKED_MAIL_DOMAINS') ?? [],
    /** No region: no gate. */
    ageGate: read('AGE_GATE') ?? {},
    /** Undefined: nobody is asked. */
    guardianCheck: readGuardianCheck(read),
    /** Whether taken signals stay for a replay. */
    signalsKeep: read('SIGNALS_KEEP'),
    /** Retention of rows, in days. */
    retention: { auditDays: read('AUDIT_RETENTION_DAYS'), sessionDays: read('SESSION_RETENTION_DAYS') },
  };
}

function readGuardianCheck(read: Reader<typeof accountSettings>) {
  const [url, token] = [read('GUARDIAN_CHECK'), read('GUARDIAN_CHECK_TOKEN')];
  return url === undefined ? undefined : { url, token: token ?? '' };
}
