import { useState } from 'react';
import { emailRules } from '#contract/rules/email.ts';
import { useT } from '#web/lib/i18n.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { FormShell, useAppForm } from '#web/ui/form/form.tsx';
import { monitor } from '#web/ui/icons.ts';
import { showToast, type ToastInput } from '#web/ui/toast.tsx';
import { CaptchaState } from '#web/widgets/captcha/captcha-state.tsx';
import { EmailField } from '#web/widgets/contacts/email-field.tsx';
import css from './gallery.module.css';
import { sections } from './sections.ts';

export function Toasts() {
  const t = useT();
  const toasts: readonly ToastInput[] = [
    { kind: 'success', text: t('f.sent', { target: '138 •••• 6021' }) },
    { kind: 'warning', text: t('toast.1024') },
    { kind: 'error', text: t('toast.404'), sticky: true, key: 'network' },
  ];
  return (
    <Card title={sections.toasts} pad>
      <div className={css['row']}>
        {toasts.map((toast) => (
          <Button key={toast.kind} onClick={() => showToast(toast)}>
            {toast.kind}
          </Button>
        ))}
      </div>
    </Card>
  );
}

export function Dialogs() {
  const t = useT();
  const [open, setOpen] = useState<'s' | 'm' | 'default' | 'form' | 'captcha'>();
  const close = () => setOpen(undefined);
  const actions = (
    <>
      <Button onClick={close}>{t('btn.cancel')}</Button>
      <Button variant="danger" onClick={close}>
        {t('btn.unbind')}
      </Button>
    </>
  );
  return (
    <Card title={sections.dialogs} pad>
      <div className={css['row']}>
        {(['s', 'm', 'default', 'form', 'captcha'] as const).map((size) => (
          <Button key={size} icon={monitor} onClick={() => setOpen(size)}>
            {size}
          </Button>
        ))}
      </div>
      <Dialog open={open === 's'} onClose={close} kind="alert" title={t('title.unbind')} lead={t('sys.500')} actions={actions} />
      <Dialog open={open === 'm'} onClose={close} size="m" title={t('title.device')} lead={t('sys.500')} actions={actions}>
        {t('sys.404')}
      </Dialog>
      <Dialog open={open === 'default'} onClose={close} size="default" title={t('foot.terms')} actions={actions}>
        <p>{`${t('sys.500')} `.repeat(120)}</p>
      </Dialog>
      <FormDialog open={open === 'form'} onClose={close} />
      <Dialog
        open={open === 'captcha'}
        onClose={close}
        title={t('captcha.title')}
        lead={t('captcha.longer')}
        actions={<Button onClick={close}>{t('btn.cancel')}</Button>}
      >
        <CaptchaState status="Init" isWrong={false} progress={0.4} isAtWidget={false} />
      </Dialog>
    </Card>
  );
}

function FormDialog({ open, onClose }: { readonly open: boolean; readonly onClose: () => void }) {
  const t = useT();
  const form = useAppForm({ defaults: { email: '' }, rules: { email: { rules: emailRules } }, onSubmit: onClose });
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('title.email')}
      actions={
        <>
          <Button onClick={onClose}>{t('btn.cancel')}</Button>
          <Button variant="primary" type="submit" form={form.id}>
            {t('btn.next')}
          </Button>
        </>
      }
    >
      <FormShell form={form}>
        <EmailField form={form} name="email" label={t('f.newEmail')} />
      </FormShell>
    </Dialog>
  );
}
