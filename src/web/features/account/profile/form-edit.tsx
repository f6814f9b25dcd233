import type { ReactNode } from 'react';
import { FormShell, type AppForm } from '#web/ui/form/form.tsx';
import { useIsChanged } from '#web/ui/form/use-field.ts';
import type { EditProps } from './edit.ts';

interface FormEditProps<V> {
  readonly form: AppForm<V>;
  /** Values with which the form began. */
  readonly defaults: V;
  readonly label?: string;
  readonly blocked?: boolean;
  /** After the form: a dialog that its submission waits for. */
  readonly beside?: ReactNode;
  readonly layout: EditProps['children'];
  readonly children: ReactNode;
}

/** An edit with one form. The caller gives the layout. */
export function FormEdit<V>({ form, defaults, label, blocked = false, beside, layout, children }: FormEditProps<V>): ReactNode {
  const changed = useIsChanged(form, defaults);
  return layout({
    formId: form.id,
    pending: form.pending,
    changed,
    blocked,
    content: (
      <>
        <FormShell form={form} label={label}>
          {children}
        </FormShell>
        {beside}
      </>
    ),
  });
}
