import type { ReactNode } from 'react';
import { useT, type MessageKey } from '#web/lib/texts/i18n.tsx';
import { WhatEnds } from '#web/widgets/identity-proof/what-ends.tsx';

/** The explanation of a change of password, and what it ends. */
export function PasswordLead({ text }: { readonly text: MessageKey }): ReactNode {
  const t = useT();
  return (
    <>
      {t(text)}
      <WhatEnds action="changePassword" />
    </>
  );
}
