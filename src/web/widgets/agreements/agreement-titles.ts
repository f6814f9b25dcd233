import { legalPaths, type LegalPath } from '#contract/account/agreements/agreement-types.words.ts';
import type { MessageKey } from '#web/lib/texts/i18n.tsx';

/** The title of each agreement. */
export const agreementTitles: Readonly<Record<LegalPath, MessageKey>> = {
  private: 'title.privacyPolicy',
  server: 'title.serviceAgreement',
  deletion: 'title.deletionAgreement',
  developer: 'title.developerAgreement',
  child: 'title.childAgreement',
};

/** The path of an agreement by its type; the service agreement for an unknown type. */
export function agreementPath(type: string | undefined): LegalPath {
  return legalPaths.find((path) => path === type) ?? 'server';
}
