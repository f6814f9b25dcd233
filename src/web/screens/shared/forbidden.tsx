import { useT } from '#web/lib/texts/i18n.tsx';
import { StatusCard } from '#web/widgets/page/status-card.tsx';

/** /403: the account has no access to a page (spec 6). */
export function ForbiddenScreen() {
  const t = useT();
  return <StatusCard status={403} title={t('title.403')} lead={t('toast.403')} />;
}
