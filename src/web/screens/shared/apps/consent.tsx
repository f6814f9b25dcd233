import type { ReactNode } from 'react';
import { ConsentCard } from '#web/features/apps/consent/consent-card.tsx';
import { RequestOver } from '#web/features/apps/consent/request-over.tsx';
import { useT } from '#web/lib/texts/i18n.tsx';
import { useQuery } from '#web/lib/page/router.ts';

/** /consent?interaction=…: an app requests access to this account (brief 3.1). */
export function ConsentScreen(): ReactNode {
  const t = useT();
  const uid = useQuery().get('interaction') ?? '';
  return uid === '' ? <RequestOver text={t('oe.expired')} /> : <ConsentCard uid={uid} />;
}
