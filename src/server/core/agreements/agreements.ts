import { agreementTypes, type AgreementType, type LegalType } from '#contract/vocabulary/agreement-types.ts';
import { agreementVersions } from '#messages/legal-texts.ts';
import { Refusal } from '#server/platform/refusal.ts';

/** An accepted agreement, in the version that was shown. */
export interface AcceptedAgreement {
  readonly type: AgreementType;
  readonly version: string;
}

/** Both agreements in their current versions. */
export const currentAgreements: readonly AcceptedAgreement[] = agreementTypes.map((type) => ({
  type,
  version: agreementVersions[type].version,
}));

/** The agreement of those who build apps, in its current version. */
export const developerAgreement = { type: 'developerAgreement', version: agreementVersions.developerAgreement.version } as const;

/**
 * Accepts the developer agreement only in its current version.
 * @throws {Refusal} agreementChanged (3010) with `data.agreements`
 */
export function requireDeveloperAgreement(accepted: string): void {
  if (accepted !== developerAgreement.version) throw new Refusal('agreementChanged', { data: { agreements: [developerAgreement] } });
}

/**
 * Accepts the deletion agreement only in its current version.
 * @throws {Refusal} agreementChanged (3010) with `data.agreements`
 */
export function requireDeletionAgreement(accepted: string): void {
  const type: LegalType = 'deletionAgreement';
  const { version } = agreementVersions[type];
  if (accepted !== version) throw new Refusal('agreementChanged', { data: { agreements: [{ type, version }] } });
}

/**
 * Requires both agreements in their current versions.
 * @throws {Refusal} agreementMissing (1009) when one was not accepted; agreementChanged (3010) with `data.agreements`
 * when another version was accepted
 */
export function requireAgreements(accepted: readonly AcceptedAgreement[]): void {
  const isMissing = currentAgreements.some(({ type }) => !accepted.some((one) => one.type === type));
  if (isMissing) throw new Refusal('agreementMissing');
  const isCurrent = currentAgreements.every(({ type, version }) => accepted.some((one) => one.type === type && one.version === version));
  if (!isCurrent) throw new Refusal('agreementChanged', { data: { agreements: currentAgreements } });
}
