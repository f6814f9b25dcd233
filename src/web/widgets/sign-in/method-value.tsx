import type { ReactNode } from 'react';
import { useT } from '#web/lib/i18n.tsx';
import { MaskedContact } from '#web/widgets/contacts/masked-contact.tsx';
import type { SignInMethod } from './sign-in-methods.ts';

/** The value of a method, always masked. */
export function MethodValue({ method }: { readonly method: SignInMethod }): ReactNode {
  const t = useT();
  if (method.value === undefined) return t(method.missing);
  if (method.kind === 'password') return t('st.set');
  return <MaskedContact masked={method.value} />;
}
