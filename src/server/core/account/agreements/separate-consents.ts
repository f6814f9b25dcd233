import type { ProfileItem } from '#contract/account/profile/items.ts';
import type { Language } from '#contract/vocabulary/languages.ts';
import {
  itemOfPurpose,
  purposeOfItem,
  sensitiveVersion,
  type Purpose,
  type SeparatePurpose,
  type TransferFact,
} from '#contract/account/agreements/separate-consents.words.ts';
import { choiceVersion } from '#contract/account/agreements/consents.words.ts';
import type { Db } from '#server/core/database/db.ts';
import type { SeparateConsentConfig } from '#server/platform/settings/separate-consents.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { readChoices } from './consents.repository.ts';
import { digestOf } from './document.ts';

/** Subjects for which the operator asks a separate consent (ADR 84). */
export interface SeparateConsents {
  readonly purposes: readonly SeparatePurpose[];
  /** The version of the present text of a purpose. */
  versionOf(purpose: Purpose): string;
  /** Text of the sheet for a transfer abroad; undefined for every other purpose. */
  transferOf(purpose: Purpose, language: Language): Readonly<Record<TransferFact, string>> | undefined;
  /** SHA-256 of the operator's words in a language; '' for texts of the product, which have a version. */
  digestOf(purpose: Purpose, language: Language): string;
  isSensitive(item: string): boolean;
  /** Whether data of this app leaves the country. */
  covers(clientId: string): boolean;
  /** The apps whose data leaves the country. */
  readonly clients: readonly string[];
}

export function createSeparateConsents({ sensitiveItems, crossBorder }: SeparateConsentConfig): SeparateConsents {
  const isSensitive = (item: string): boolean => sensitiveItems.some((one) => one === item);
  const transferOf: SeparateConsents['transferOf'] = (purpose, language) =>
    purpose === 'abroad' ? crossBorder?.facts[language] : undefined;
  return {
    purposes: [...(crossBorder === undefined ? [] : (['abroad'] as const)), ...sensitiveItems.map(purposeOfItem<ProfileItem>)],
    versionOf: (purpose) =>
      purpose === 'abroad' ? (crossBorder?.version ?? '') : itemOfPurpose(purpose) === undefined ? choiceVersion : sensitiveVersion,
    transferOf,
    digestOf(purpose, language) {
      const facts = transferOf(purpose, language);
      return facts === undefined ? '' : digestOf(JSON.stringify(facts));
    },
    isSensitive,
    covers: (clientId) => crossBorder?.clients.includes(clientId) === true,
    clients: crossBorder?.clients ?? [],
  };
}

/** Whether the account has given this consent to the present text. */
export async function hasGiven(
  db: Db,
  separate: Pick<SeparateConsents, 'versionOf'>,
  { accountId, purpose }: { readonly accountId: string; readonly purpose: SeparatePurpose },
): Promise<boolean> {
  const row = (await readChoices(db, accountId)).find((choice) => choice.purpose === purpose);
  return row?.given === 1 && row.version === separate.versionOf(purpose);
}

/** @throws {Refusal} separateConsentNeeded (3022) with the purpose, before the consent is given to its present text */
export async function requireGiven(
  db: Db,
  separate: Pick<SeparateConsents, 'versionOf'>,
  of: { readonly accountId: string; readonly purpose: SeparatePurpose },
): Promise<void> {
  if (await hasGiven(db, separate, of)) return;
  const { purpose } = of;
  throw new Refusal('separateConsentNeeded', { data: { purpose, version: separate.versionOf(purpose) }, reason: purpose });
}
