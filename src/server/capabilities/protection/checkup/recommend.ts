import { fewRecoveryCodes, idleDays, type Advice, type AdviceAction } from '#contract/protection/checkup/advice.words.ts';
import type { Account } from '#server/core/account/accounts/account.ts';
import { independence } from '#server/core/sign-in/ways/independence.ts';
import type { Way } from '#server/core/sign-in/ways/way.ts';
import { day } from '#server/platform/clock.ts';

/** An app or a device with its last use, in milliseconds. */
export interface Used {
  readonly name: string;
  readonly lastUsedAt: number;
}

/** Facts that the recommendations look at. */
export interface CheckupFacts {
  readonly account: Pick<
    Account,
    'phone' | 'email' | 'passwordHash' | 'isPasswordWeak' | 'passkeys' | 'totpApps' | 'recoveryCodes' | 'twoStepAt'
  >;
  readonly ways: readonly Way[];
  /** Whether ways were added shortly before a recovery. */
  readonly reviews: boolean;
  /** With access while the person is away. */
  readonly apps: readonly Used[];
  readonly devices: readonly Used[];
  readonly now: number;
}

/** A weak point and the act that mends it. */
export interface Recommendation {
  readonly advice: Advice;
  readonly action: AdviceAction;
  readonly about?: Used;
}

/** The points of an account that its own state shows, the most important first; each act is recommended once. */
export function recommend(facts: CheckupFacts): readonly Recommendation[] {
  const { account, apps, devices, now, reviews } = facts;
  const app = oldest(apps, now - idleDays.app * day);
  const device = oldest(devices, now - idleDays.device * day);
  const oneWay = missingWay(facts);
  const contact = missingContact(account);
  const all: readonly (Recommendation | false)[] = [
    reviews && { advice: 'review', action: 'lookAtWays' },
    oneWay !== undefined && { advice: 'oneWay', action: oneWay },
    account.isPasswordWeak && { advice: 'weakPassword', action: 'changePassword' },
    !hasSecond(account) && { advice: 'noSecond', action: 'addPasskey' },
    account.twoStepAt !== null && account.recoveryCodes.left < fewRecoveryCodes && { advice: 'fewCodes', action: 'makeCodes' },
    app !== undefined && { advice: 'idleApp', action: 'cancelApp', about: app },
    device !== undefined && { advice: 'idleDevice', action: 'removeDevice', about: device },
    contact !== undefined && { advice: 'quiet', action: contact },
  ];
  const found = all.filter((each) => each !== false);
  return found.filter(({ action }, index) => found.findIndex((each) => each.action === action) === index);
}

function oldest(used: readonly Used[], before: number): Used | undefined {
  return used.filter(({ lastUsedAt }) => lastUsedAt < before).toSorted((a, b) => a.lastUsedAt - b.lastUsedAt)[0];
}

function hasSecond({ passkeys, totpApps }: CheckupFacts['account']): boolean {
  return passkeys.some(({ proves }) => proves) || totpApps.length > 0;
}

function missingContact({ phone, email }: CheckupFacts['account']): 'addPhone' | 'addEmail' | undefined {
  return phone === null ? 'addPhone' : email === null ? 'addEmail' : undefined;
}

/**
 * The way that is missing while one loss would take them all. Ways count as they will once each stands for itself: a
 * person can do nothing about the wait until then.
 */
function missingWay({ account, ways, now }: CheckupFacts): AdviceAction | undefined {
  const standing = ways.map((way) => ({ ...way, vouchedBy: null }));
  const known = new Map(standing.map((way) => [way.id, way] as const));
  if (independence(standing, { known, now }) === 'independent') return undefined;
  return missingContact(account) ?? (account.passwordHash === null ? 'setPassword' : 'addPasskey');
}
