import { PageTitle } from '#web/desk/page-title.tsx';
import { t } from '#web/desk/texts.ts';

/** Finds a person or an app by what somebody has in hand. */
export function FindPage() {
  return <PageTitle title={t('dk.nav.find')} />;
}
