import type { ReactNode } from 'react';
import { MaskedPhone } from '#web/widgets/contacts/masked-phone.tsx';
import { shownTarget } from '#web/widgets/identity-proof/masked-target-text.tsx';

/** A masked phone or email, or the number of an account with neither. */
export function ContactText({ masked }: { readonly masked: string }): ReactNode {
  if (masked.includes('@')) return <span title={shownTarget(masked)}>{shownTarget(masked)}</span>;
  return masked.includes('*') ? <MaskedPhone masked={masked} /> : masked;
}
