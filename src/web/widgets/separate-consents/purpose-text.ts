import { itemOfPurpose, type Purpose } from '#contract/vocabulary/separate-consents.ts';
import type { Translate } from '#web/lib/i18n.tsx';

/** The name of everything that an account gives and withdraws by a switch. */
export function purposeText(purpose: Purpose, t: Translate): string {
  const item = itemOfPurpose(purpose);
  if (item !== undefined) return t('ch.sensitive', { field: t(`pf.${item}`) });
  return t(purpose === 'abroad' ? 'ch.abroad' : purpose === 'mail' ? 'ch.mail' : 'ch.diagnostics');
}
