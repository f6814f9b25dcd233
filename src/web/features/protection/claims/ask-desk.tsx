import { useState, type ReactNode } from 'react';
import { recoveryEndpoints } from '#contract/sign-in/recovery/recovery.ts';
import { call } from '#web/lib/api/api.ts';
import { useT } from '#web/lib/texts/i18n.tsx';
import { handleRefusal } from '#web/lib/api/refusals.ts';
import { momentText } from '#web/lib/texts/time-text.ts';
import { LinkButton } from '#web/ui/controls/link-button.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';

/** For a person who has too little: a number for our support, which can open a request of this browser by it. */
export function AskDesk({ ticket }: { readonly ticket: string }): ReactNode {
  const t = useT();
  const [given, setGiven] = useState<{ readonly number: string; readonly until: string }>();
  if (given !== undefined) {
    return (
      <Notice title={t('rc.desk', { n: given.number })} tone="accent">
        {t('rc.deskD', { date: momentText(given.until) })}
      </Notice>
    );
  }
  const ask = () => {
    call(recoveryEndpoints.askDeskForRecovery, { body: { ticket } }).then(setGiven, handleRefusal);
  };
  return (
    <Notice title={t('rc.little')}>
      <LinkButton onClick={ask}>{t('rc.deskBtn')}</LinkButton>
    </Notice>
  );
}
