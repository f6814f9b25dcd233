import { useT } from '#web/lib/texts/i18n.tsx';
import { StatusCard } from '#web/widgets/page/status-card.tsx';

/** The page for an unknown URL. */
export function NotFoundScreen() {
  const t = useT();
  return <StatusCard status={404} title={t('title.404')} lead={t('sys.404')} />;
}
