import type { ReactNode } from 'react';
import { useT } from '#web/lib/texts/i18n.tsx';
import { Button } from '#web/ui/controls/button.tsx';
import { Dialog, type Opened } from '#web/ui/feedback/dialog.tsx';
import { FormButton, FormShell, type AppForm } from '#web/ui/form/form.tsx';

interface FormDialogProps<V> extends Opened {
  readonly form: AppForm<V>;
  readonly title: ReactNode;
  readonly lead?: ReactNode;
  readonly verb: string;
  readonly size?: 'm';
  /** The form's name, where its fields do not say what it is for. */
  readonly label?: string;
  /** The fields; a dialog without any only asks for consent. */
  readonly children?: ReactNode;
}

/** A form in a dialog: Cancel and its verb at the end. Nothing closes while it is submitted. */
export function FormDialog<V>(props: FormDialogProps<V>): ReactNode {
  const { form, open, onClose, title, lead, verb, size, label, children } = props;
  const t = useT();
  return (
    <Dialog
      open={open}
      onClose={onClose}
      kind={form.isDanger ? 'alert' : 'dialog'}
      busy={form.pending}
      size={size ?? 's'}
      title={title}
      lead={lead}
      actions={
        <>
          <Button onClick={onClose} disabled={form.pending}>
            {t('btn.cancel')}
          </Button>
          <FormButton form={form}>{verb}</FormButton>
        </>
      }
    >
      <FormShell form={form} label={label}>
        {children}
      </FormShell>
    </Dialog>
  );
}
