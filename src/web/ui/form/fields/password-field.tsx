import { useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { useT } from '#web/lib/texts/i18n.tsx';
import { IconButton } from '#web/ui/controls/button.tsx';
import { eye, eyeOff } from '#web/ui/marks/icons.ts';
import css from '#web/ui/form/control.module.css';
import type { FieldTexts } from '#web/ui/form/field.tsx';
import { TextField } from './text-field.tsx';
import type { FieldIn } from '#web/ui/form/use-field.ts';

export interface PasswordFieldProps<V> extends FieldTexts, FieldIn<V> {
  readonly autoComplete: 'current-password' | 'new-password';
  readonly placeholder?: string;
  /** A live list of the requirements of a new password; see `Checklist`. */
  readonly tip?: ReactNode;
}

/** The rules for generated passwords of password managers (spec 9: 8 to 64 characters, letters and numbers). */
const rulesForManagers = { passwordrules: 'minlength: 8; maxlength: 64; required: lower; required: digit; allowed: ascii-printable;' };

/** A password with a button that shows it. A submission hides it again. */
export function PasswordField<V>({ form, name, autoComplete, placeholder, ...texts }: PasswordFieldProps<V>) {
  const t = useT();
  const ref = useRef<HTMLInputElement>(null);
  const [shownAt, setShownAt] = useState<number>();
  const isShown = shownAt === form.submissions;
  const selection = useRef<readonly [number, number]>(undefined);

  // Browsers move the caret when the type changes.
  useLayoutEffect(() => {
    if (selection.current !== undefined) ref.current?.setSelectionRange(...selection.current);
    selection.current = undefined;
  });

  function toggle(): void {
    const input = ref.current;
    if (input !== null) selection.current = [input.selectionStart ?? 0, input.selectionEnd ?? 0];
    setShownAt(isShown ? undefined : form.submissions);
  }

  return (
    <TextField
      {...texts}
      form={form}
      name={name}
      inputRef={ref}
      input={{
        type: isShown ? 'text' : 'password',
        autoComplete,
        placeholder,
        autoCapitalize: 'none',
        spellCheck: false,
        ...(autoComplete === 'new-password' ? rulesForManagers : {}),
      }}
      trailing={
        <IconButton
          icon={isShown ? eyeOff : eye}
          // The label stays and only the state changes: otherwise screen readers would announce both.
          label={t('f.show')}
          pressed={isShown}
          keepsFocus
          onClick={toggle}
          className={css['trailing']}
        />
      }
    />
  );
}
