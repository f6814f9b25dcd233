import type { ReactNode } from 'react';
import { NoticeCard } from '#web/features/protection/claims/notice-card.tsx';

/** /notice#token, in SMS /n#token */
export function NoticeScreen(): ReactNode {
  return <NoticeCard />;
}
