import type { ReactNode } from 'react';
import type { AppForm } from '#web/ui/form/form.tsx';
import { useFieldValue, type NameOf } from '#web/ui/form/use-field.ts';

interface UsernameForManagersProps<V> {
  readonly form: AppForm<V>;
  readonly name: NameOf<V, string>;
}

/**
 * The username under which password managers store the new password: the phone or email of the same form. Invisible and
 * not focusable.
 */
export function UsernameForManagers<V>({ form, name }: UsernameForManagersProps<V>): ReactNode {
  const value = String(useFieldValue(form, name));
  return <input type="text" name="username" autoComplete="username" value={value} readOnly hidden tabIndex={-1} aria-hidden="true" />;
}
