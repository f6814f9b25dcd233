import type { ReactNode } from 'react';
import { useT } from '#web/lib/texts/i18n.tsx';
import { LinkButton } from '#web/ui/controls/link-button.tsx';
import { MaskedTargetText } from '#web/widgets/contacts/masked-target-text.tsx';
import type { CodeRequest } from './code-request.ts';

/** The line below a code that is sent by itself: where it went, and when the next one can be sent. */
export function SentLine({ request, masked }: { readonly request: CodeRequest; readonly masked: string }): ReactNode {
  const t = useT();
  const { state, secondsLeft, requested, ask } = request;
  if (state === 'captcha') return t('captcha.verifying');
  if (state === 'sending') return t('f.sending');
  if (state === 'waiting') return <MaskedTargetText text="f.sentWait" gap="target" masked={masked} values={{ n: secondsLeft }} />;
  if (!requested) return <LinkButton onClick={ask}>{t('f.getCode')}</LinkButton>;
  return (
    <>
      <MaskedTargetText text="f.sent" gap="target" masked={masked} />
      {' · '}
      <LinkButton onClick={ask}>{t('f.resend')}</LinkButton>
    </>
  );
}
