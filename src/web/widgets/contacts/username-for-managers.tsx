import type { ReactNode } from 'react';
import type { AppForm } from '#web/ui/form/form.tsx';
import { useFieldValue, type NameOf } from '#web/ui/form/use-field.ts';

interface UsernameForManagersProps<V> {
  readonly form: AppForm<V>;
  readonly name: NameOf<V, string>;
}

/** What password managers keep the new password for: the phone or email of the same form. Nobody sees or reaches it. */
export function UsernameForManagers<V>({ form, name }: UsernameForManagersProps<V>): ReactNode {
  const value = String(useFieldValue(form, name));
  return <input type="text" name="username" autoComplete="username" value={value} readOnly hidden tabIndex={-1} aria-hidden="true" />;
}
