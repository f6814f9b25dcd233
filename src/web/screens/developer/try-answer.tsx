import type { ReactNode } from 'react';
import { SectionHead } from '#web/features/apps/developer/section-head.tsx';
import { TryAnswer } from '#web/features/apps/developer/try-it/try-answer.tsx';
import { useT } from '#web/lib/texts/i18n.tsx';

/** /developer/try: where a trial sign-in comes back. */
export function DeveloperTryAnswerScreen(): ReactNode {
  const t = useT();
  return (
    <>
      <SectionHead lead={t('dc.try.b')} />
      <TryAnswer />
    </>
  );
}
