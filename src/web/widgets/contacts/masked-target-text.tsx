import type { ReactNode } from 'react';
import { useT, type MessageKey, type Values } from '#web/lib/texts/i18n.tsx';
import { MaskedContact } from './masked-contact.tsx';

interface MaskedTargetTextProps {
  readonly text: MessageKey;
  /** The name of the gap in the text. */
  readonly gap: string;
  readonly masked: string;
  /** Values of the other placeholders. */
  readonly values?: Values;
}

/** A text with a masked phone or email in it, which is read aloud as "ending in 6021". */
export function MaskedTargetText({ text, gap, masked, values }: MaskedTargetTextProps): ReactNode {
  const t = useT();
  const [before, after] = t(text, { ...values, [gap]: '\n' }).split('\n');
  return (
    <>
      {before}
      <MaskedContact masked={masked} />
      {after}
    </>
  );
}
