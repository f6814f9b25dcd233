import type { ReactNode } from 'react';
import { useT } from '#web/lib/texts/i18n.tsx';
import { MaskedContact } from '#web/widgets/contacts/masked-contact.tsx';
import type { SignInMethod } from './sign-in-methods.ts';

/** The value of a method, always masked. */
export function MethodValue({ method }: { readonly method: SignInMethod }): ReactNode {
  const t = useT();
  return method.value ? <MaskedContact masked={method.value} /> : t(method.state);
}
