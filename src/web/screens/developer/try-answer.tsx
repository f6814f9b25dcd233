import type { ReactNode } from 'react';
import { SectionHead } from '#web/features/developer/section-head.tsx';
import { TryAnswer } from '#web/features/developer/try-answer.tsx';
import { useT } from '#web/lib/i18n.tsx';

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
