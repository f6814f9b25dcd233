import type { ReactNode } from 'react';
import { Button } from '#web/ui/controls/button.tsx';
import type { AppForm } from './form.tsx';

interface FormButtonProps<V> {
  readonly form: AppForm<V>;
  readonly size?: 'lg';
  readonly block?: boolean;
  readonly children: ReactNode;
}

/** The button that sends a form; in a form of an irreversible act the only way to send it. */
export function FormButton<V>({ form, children, ...look }: FormButtonProps<V>) {
  return form.isDanger ? (
    <Button {...look} variant="danger" busy={form.pending} onClick={form.inner.press}>
      {children}
    </Button>
  ) : (
    <Button {...look} variant="primary" type="submit" form={form.id} busy={form.pending}>
      {children}
    </Button>
  );
}
