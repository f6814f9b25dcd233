import type { LegalPath } from '#contract/vocabulary/agreement-types.ts';
import type { MessageKey } from '#web/lib/i18n.tsx';

/** What each text that is agreed to is called. */
export const agreementTitles: Readonly<Record<LegalPath, MessageKey>> = {
  private: 'title.privacyPolicy',
  server: 'title.serviceAgreement',
  deletion: 'title.deletionAgreement',
};

/** Of the page with this text; the service agreement where there is none of the name. */
export function agreementPath(type: string | undefined): LegalPath {
  return type === 'private' || type === 'deletion' ? type : 'server';
}
