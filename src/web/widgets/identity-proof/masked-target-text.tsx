import type { ReactNode } from 'react';
import { useT, type MessageKey, type Values } from '#web/lib/texts/i18n.tsx';
import { MaskedContact } from '#web/widgets/contacts/masked-contact.tsx';
import css from './identity-proof.module.css';

interface MaskedTargetTextProps {
  readonly text: MessageKey;
  /** The name of the gap in the text. */
  readonly gap: string;
  readonly masked: string;
  /** What the other gaps of the text hold. */
  readonly values?: Values;
  /** Where the target is the point of the sentence. */
  readonly strong?: boolean;
}

/** A text with a masked phone or email in it, which is read aloud as "ending in 6021". */
export function MaskedTargetText({ text, gap, masked, values, strong = false }: MaskedTargetTextProps): ReactNode {
  const t = useT();
  const [before, after] = t(text, { ...values, [gap]: '\n' }).split('\n');
  return (
    <>
      {before}
      <span className={strong ? css['target'] : undefined}>
        <MaskedContact masked={masked} />
      </span>
      {after}
    </>
  );
}
