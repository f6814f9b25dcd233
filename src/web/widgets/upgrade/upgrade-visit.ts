import type { LegacyCard } from '#contract/schemas/upgrade.ts';
import type { MergeField, MergeSide } from '#contract/vocabulary/upgrade.ts';
import type { Layout } from '#web/lib/layout.ts';
import { navigate } from '#web/lib/router.ts';
import { isRecord, type RefusalError } from '#web/lib/refusal-error.ts';

/** How far somebody has come with the upgrade of a legacy account in this tab. */
export interface UpgradeVisit {
  /** The phone or email that led here: the search begins with it. */
  readonly contact: string;
  /** What was proven. */
  readonly tickets: readonly string[];
  /** What the search has found. */
  readonly found: readonly LegacyCard[];
  /** The chosen legacy account, or ''. */
  readonly legacyId: string;
  /** The chosen account that it goes into, or ''. */
  readonly target: string;
  /** None of the accounts is theirs: the legacy one becomes an account of its own. */
  readonly isAlone: boolean;
  readonly choices: { readonly [Field in MergeField]?: MergeSide };
}

/** The page of each step, by layout. */
const pages: Readonly<Record<Layout, string>> = { desktop: '/account-upgrade', mobile: '/mobile-account-upgrade' };

export const upgradeStart = `${pages.mobile}/account`;

/** The page of a step beside the page that is shown. */
export function upgradePage(step: 'account' | 'confirm' | 'verify', beside: string): string {
  return `${beside.startsWith(pages.desktop) ? pages.desktop : pages.mobile}/${step}`;
}

const key = 'upgrade.visit';

const nothing: UpgradeVisit = { contact: '', tickets: [], found: [], legacyId: '', target: '', isAlone: false, choices: {} };

/** What is kept for the life of the tab: a ticket never stands in an address, where histories and logs would keep it. */
export function upgradeVisit(): UpgradeVisit {
  const kept: unknown = JSON.parse(sessionStorage.getItem(key) ?? '{}');
  return { ...nothing, ...(isRecord(kept) ? kept : {}) };
}

export function keepUpgrade(changes: Partial<UpgradeVisit>): void {
  sessionStorage.setItem(key, JSON.stringify({ ...upgradeVisit(), ...changes }));
}

export function forgetUpgrade(): void {
  sessionStorage.removeItem(key);
}

/**
 * Leads to the upgrade where a phone or an email is a legacy account's (1020, 1021), with the ticket where one came with the refusal. False
 * for any other refusal.
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
