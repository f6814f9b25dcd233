import type { ReactNode } from 'react';
import { FormButton, FormShell, type AppForm } from '#web/ui/form/form.tsx';
import css from './one-field.module.css';

interface OneFieldProps<V> {
  readonly form: AppForm<V>;
  readonly verb: string;
  /** The field. */
  readonly children: ReactNode;
}

/** A form of one field, with its button beside it. */
export function OneField<V>({ form, verb, children }: OneFieldProps<V>): ReactNode {
  return (
    <FormShell form={form}>
      <div className={css['line']}>
        {children}
        <FormButton form={form} size="lg">
          {verb}
        </FormButton>
      </div>
    </FormShell>
  );
}
