import { PageTitle } from '#web/desk/page-title.tsx';
import { t } from '#web/desk/texts.ts';

/** Acts that wait for a second member. */
export function ApprovalsPage() {
  return <PageTitle title={t('dk.nav.approvals')} />;
}
