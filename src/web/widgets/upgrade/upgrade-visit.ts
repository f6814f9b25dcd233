import { tabStore } from '#web/lib/browser/browser.ts';
import type { LegacyCard } from '#contract/account/upgrade/upgrade.schemas.ts';
import type { MergeField, MergeSide } from '#contract/account/upgrade/upgrade.words.ts';
import type { Layout } from '#web/lib/page/layout.ts';
import { navigate } from '#web/lib/page/router.ts';
import { isRecord, type RefusalError } from '#web/lib/api/refusal-error.ts';

/** The state of a legacy account's upgrade in this tab. */
export interface UpgradeVisit {
  /** The phone or email that led here, for the search. */
  readonly contact: string;
  /** Contacts of the signed-in account, masked: one of them leads to the legacy account. */
  readonly own: readonly string[];
  /** The upgrade tickets so far. */
  readonly tickets: readonly string[];
  /** The legacy accounts found. */
  readonly found: readonly LegacyCard[];
  /** The chosen legacy account, or ''. */
  readonly legacyId: string;
  /** The chosen target account, or ''. */
  readonly target: string;
  /** None of the accounts is the person's: the legacy one becomes an independent account. */
  readonly isAlone: boolean;
  readonly choices: { readonly [Field in MergeField]?: MergeSide };
}

/** The page of each step, by layout. */
const pages: Readonly<Record<Layout, string>> = { desktop: '/account-upgrade', mobile: '/mobile-account-upgrade' };

export const upgradeStart = `${pages.mobile}/account`;

/** The page of a step in the same layout as the given page. */
export function upgradePage(step: 'account' | 'confirm' | 'verify', beside: string): string {
  return `${beside.startsWith(pages.desktop) ? pages.desktop : pages.mobile}/${step}`;
}

const key = 'upgrade.visit';

const nothing: UpgradeVisit = { contact: '', own: [], tickets: [], found: [], legacyId: '', target: '', isAlone: false, choices: {} };

/** The state kept for the tab: a ticket is never in a URL, which histories and logs would keep. */
export function upgradeVisit(): UpgradeVisit {
  return { ...nothing, ...tabStore.getRecord(key) };
}

export function keepUpgrade(changes: Partial<UpgradeVisit>): void {
  tabStore.setItem(key, JSON.stringify({ ...upgradeVisit(), ...changes }));
}

export function forgetUpgrade(): void {
  tabStore.removeItem(key);
}

/**
 * Leads to the upgrade if a phone or an email belongs to a legacy account (1020, 1021), with the ticket if the refusal
 * has one. False for any other refusal.
 */
export function followToUpgrade(error: RefusalError, contact: string): boolean {
  const { upgrade } = error.data;
  if ((error.refusal !== 'legacyPhone' && error.refusal !== 'legacyEmail') || !isRecord(upgrade)) return false;
  const { ticket, legacyId } = upgrade;
  if (typeof ticket !== 'string' || typeof legacyId !== 'string') return false;
  forgetUpgrade();
  keepUpgrade({ contact, tickets: [ticket], legacyId });
  navigate(upgradeStart);
  return true;
}
