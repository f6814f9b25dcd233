import type { UpgradePreview } from '#contract/account/upgrade/upgrade.schemas.ts';
import type { Account } from '#server/core/account/accounts/account.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { accountCard, isTarget, legacyCard } from './cards.ts';
import { isContact, planMerge, provesContact } from './merge-plan.ts';
import type { Caller, UpgradeDeps } from './upgrade-deps.ts';
import { isProvenTarget, mayReplacePhone, readSides } from './upgrade-sides.ts';

export interface PreviewInput {
  readonly legacyId: string;
  /** Undefined for an upgrade to a new account. */
  readonly target: string | undefined;
  readonly tickets: readonly string[];
}

/**
 * Previews an upgrade or a merge without changing anything. Values of the target need a proof of both accounts or a
 * session of the target.
 * @throws {Refusal} tokenError for a legacy account that is not proven, and for a target that is none of its candidates
 */
export async function previewUpgrade(deps: UpgradeDeps, caller: Caller, input: PreviewInput): Promise<UpgradePreview> {
  const sides = await readSides(deps, caller, input);
  const { legacy, proven, candidates } = sides;
  const { record } = legacy;
  const target = candidates.find((account) => isTarget(deps.store.keyring, input.target ?? '', account));
  if (input.target !== undefined && !target) throw new Refusal('tokenError', { reason: 'no candidate has this name' });
  const { session } = caller;
  const isHidden = target !== undefined && !proven.account(target) && session?.accountId !== target.id;
  const isPhoneFree = target !== undefined && (await mayReplacePhone(deps, target, { proven, session }));
  const plan = isHidden
    ? { takes: [], conflicts: [], leftOut: [] }
    : await planMerge(deps, { record, target, proven, mayReplacePhone: isPhoneFree });
  const card = async (account: Account) =>
    accountCard(deps.store.keyring, account, {
      records: [record],
      session,
      isProven: await isProvenTarget(deps, { account, proven, session }),
    });
  return {
    legacy: legacyCard(legacy),
    accounts: await Promise.all(candidates.map(card)),
    target: target ? await card(target) : null,
    takes: [...plan.takes],
    conflicts: [...plan.conflicts],
    leftOut: [...plan.leftOut],
    region: record.region,
    needsContact: target === undefined && plan.takes.some(isContact) && !provesContact(record, plan, proven),
    needsPassword: target === undefined && proven.legacy(legacy)?.password_hash == null,
  };
}
