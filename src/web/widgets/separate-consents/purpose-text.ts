import { itemOfPurpose, type Purpose } from '#contract/account/agreements/separate-consents.words.ts';
import type { Translate } from '#web/lib/texts/i18n.tsx';

/** The name of everything that an account gives and withdraws by a switch. */
export function purposeText(purpose: Purpose, t: Translate): string {
  const item = itemOfPurpose(purpose);
  if (item !== undefined) return t('ch.sensitive', { field: t(`pf.${item}`) });
  return t(purpose === 'abroad' ? 'ch.abroad' : purpose === 'mail' ? 'ch.mail' : 'ch.diagnostics');
}
