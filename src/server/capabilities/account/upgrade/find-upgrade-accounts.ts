import type { AccountCard, LegacyCard } from '#contract/account/upgrade/upgrade.schemas.ts';
import type { Account } from '#server/core/account/accounts/account.ts';
import { checkFields } from '#server/platform/check-fields.ts';
import { codeField, contactField } from '#server/core/account/fields/fields.ts';
import type { MadeTicket } from '#server/core/account/legacy/upgrade-tickets.ts';
import { accountCard, legacyCard } from './cards.ts';
import type { Caller, UpgradeDeps } from './upgrade-deps.ts';
import { countUpgrade } from './upgrade-limits.ts';
import { findCandidates, isProvenTarget } from './upgrade-sides.ts';

export interface FindUpgradeInput {
  readonly kind: 'phone' | 'email';
  readonly contact: string;
  readonly code: string;
}

export interface FoundUpgrade extends MadeTicket {
  readonly legacy: readonly LegacyCard[];
  readonly accounts: readonly AccountCard[];
}

/**
 * Finds the legacy accounts of a phone or an email proven by a code of scene `upgrade`, and their possible targets;
 * adds a ticket that proves the contact for the next steps.
 * @throws {Refusal} badRequest with the failed rules, smsCodeWrong, smsCodeNotObtained, emailCodeWrong,
 * emailCodeNotObtained, tooFrequent
 */
export async function findUpgradeAccounts(deps: UpgradeDeps, caller: Caller, input: FindUpgradeInput): Promise<FoundUpgrade> {
  const {
    store: { db, keyring },
    identity: { accounts, legacyAccounts },
    evidence: { codes, upgradeTickets },
    access: { dormancy },
  } = deps;
  const { visit, session } = caller;
  const { contact, code } = checkFields({ contact: contactField(input.kind, input.contact), code: codeField(input.code) });
  const { kind, value } = contact;
  const passed = await codes.check(
    { scene: 'upgrade', channel: kind === 'phone' ? 'sms' : 'email', target: value, holder: `visitor:${visit.visitor}` },
    code,
  );
  await countUpgrade(deps, caller, 'search');
  const made = await db.tx(async () => {
    const proven = await codes.redeem(passed);
    const account = await accounts.find(kind, value);
    // A number that may have a new holder proves itself, but not the ownership of the account (ADR 69).
    const isDoubted = kind === 'phone' && account !== undefined && (await dormancy.doubtsPhone(account, visit));
    return upgradeTickets.issueForContact(visit, proven, isDoubted ? undefined : account);
  });
  const legacy = await legacyAccounts.find(contact);
  const records = legacy.map(({ record }) => record);
  const proven = await upgradeTickets.find(visit, [made.ticket]);
  const candidates = await findCandidates(deps, { records, proven, session });
  const card = async (account: Account) =>
    accountCard(keyring, account, { records, session, isProven: await isProvenTarget(deps, { account, proven, session }) });
  return {
    ...made,
    legacy: legacy.map(legacyCard),
    accounts: await Promise.all(candidates.map(card)),
  };
}
