import type { ReactNode } from 'react';
import { useT } from '#web/lib/texts/i18n.tsx';
import type { AppForm } from '#web/ui/form/form.tsx';
import { PasswordField } from '#web/ui/form/fields/password-field.tsx';
import type { NameOf } from '#web/ui/form/use-field.ts';
import { NewPasswordField } from '#web/widgets/password/new-password-field.tsx';

interface NewPasswordPairProps<V> {
  readonly form: AppForm<V>;
}

type WithPair = { readonly newPassword: string; readonly confirm: string };

/** The new password and its repetition. */
export function NewPasswordPair<V extends WithPair>({ form }: NewPasswordPairProps<V>): ReactNode {
  const t = useT();
  const [newPassword, confirm] = ['newPassword', 'confirm'] as [NameOf<V, string>, NameOf<V, string>];
  return (
    <>
      <NewPasswordField form={form} name={newPassword} label={t('f.newPw')} />
      <PasswordField form={form} name={confirm} label={t('f.confirm')} placeholder={t('f.confirm.ph')} autoComplete="new-password" />
    </>
  );
}
