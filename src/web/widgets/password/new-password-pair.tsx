import { newPasswordRules } from '#contract/rules/password.ts';
import { useT, type MessageKey } from '#web/lib/texts/i18n.tsx';
import { PasswordField } from '#web/ui/form/fields/password-field.tsx';
import { useFieldValue, type NameOf, type FieldIn } from '#web/ui/form/use-field.ts';
import { classes } from '#web/ui/classes.ts';
import { Icon } from '#web/ui/marks/icon.tsx';
import { check, circle } from '#web/ui/marks/icons.ts';
import css from './new-password-pair.module.css';

interface NewPasswordPairProps<V> extends FieldIn<V> {
  readonly label?: string;
  /** The name under which password managers keep it: every form that sets a password says whose it is. */
  readonly username: string;
}

/** The requirements of a new password, with their rules of spec 5. */
const needs: readonly { readonly text: MessageKey; readonly rules: readonly string[] }[] = [
  { text: 'tip.pw.len', rules: ['required', 'min', 'max'] },
  { text: 'tip.pw.mix', rules: ['num_str'] },
];

/** A new password, with a live list of its requirements, and its repetition in the field `confirm`. */
export function NewPasswordPair<V extends { readonly confirm: string }>({ form, name, label, username }: NewPasswordPairProps<V>) {
  const t = useT();
  const value = String(useFieldValue(form, name));
  const items = needs.map(({ text, rules }) => ({
    text: t(text),
    met: newPasswordRules.every((rule) => !rules.includes(rule.name) || !rule.fails(value, {})),
  }));
  return (
    <>
      <input type="text" name="username" autoComplete="username" value={username} readOnly hidden tabIndex={-1} aria-hidden="true" />
      <PasswordField
        form={form}
        name={name}
        label={label ?? t('f.newPassword')}
        autoComplete="new-password"
        placeholder={t('f.newPassword.ph')}
        tip={<Checklist items={items} />}
        tipStays
      />
      <PasswordField
        form={form}
        name={'confirm' as NameOf<V, string>}
        label={t('f.confirm')}
        placeholder={t('f.confirm.ph')}
        autoComplete="new-password"
      />
    </>
  );
}

interface ChecklistProps {
  readonly items: readonly { readonly text: string; readonly met: boolean }[];
}

/** The requirements of a value, ticked during typing. Missing ones stay gray: an unfinished value is not an error. */
function Checklist({ items }: ChecklistProps) {
  return (
    <ul className={css['list']}>
      {items.map(({ text, met }) => (
        <li key={text} className={classes(met && css['met'])}>
          <Icon of={met ? check : circle} size={14} stroke={2.2} />
          {text}
        </li>
      ))}
    </ul>
  );
}
