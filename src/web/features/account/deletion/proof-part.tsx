import type { ReactNode } from 'react';
import { useT } from '#web/lib/texts/i18n.tsx';
import { Button } from '#web/ui/controls/button.tsx';
import { FormShell } from '#web/ui/form/form.tsx';
import type { ProofStepProps } from '#web/widgets/identity-proof/proof-request.ts';
import css from './deletion-wizard.module.css';

/** A step of the proof as a part of the wizard's card, with the wizard's buttons. */
export function ProofPart<V>({ title, lead, form, isComplete, onCancel, footer, children }: ProofStepProps<V>): ReactNode {
  const t = useT();
  const part = (
    <div className={css['part']}>
      <h2>{title}</h2>
      <p className={form && css['lead']}>{lead}</p>
      {children !== undefined && <div className={css['proof']}>{children}</div>}
      {footer}
    </div>
  );
  return (
    <>
      {form === undefined ? part : <FormShell form={form}>{part}</FormShell>}
      <div className={css['actions']}>
        <Button onClick={() => onCancel?.()}>{t('btn.prev')}</Button>
        {form !== undefined && (
          <Button variant="primary" type="submit" form={form.id} busy={form.pending} disabled={!isComplete}>
            {t('btn.next')}
          </Button>
        )}
      </div>
    </>
  );
}
