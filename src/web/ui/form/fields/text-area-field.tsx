import { useState, type ChangeEvent, type CompositionEvent } from 'react';
import { codePoints } from '#contract/rules/rule.ts';
import css from '#web/ui/form/control.module.css';
import { Field, type FieldTexts } from '#web/ui/form/field.tsx';
import { useField, type FieldIn } from '#web/ui/form/use-field.ts';

interface TextAreaFieldProps<V> extends FieldTexts, FieldIn<V> {
  readonly placeholder?: string;
  /** Maximum number of characters (code points); the counter appears from four fifths on. */
  readonly max?: number;
}

/** Several lines of text. */
export function TextAreaField<V>({ form, name, placeholder, max, ...texts }: TextAreaFieldProps<V>) {
  const field = useField<V, string>(form, name);
  // An unfinished composition of an input method is neither checked nor counted.
  const [draft, setDraft] = useState<string>();
  // Counted in the form that is checked and sent: without stripped characters.
  const length = codePoints(form.normalized(name));

  function accept(text: string): void {
    setDraft(undefined);
    field.set(text);
  }

  return (
    <Field {...texts} id={field.id} lineId={field.lineId} error={field.error}>
      <div className={css['control']}>
        <textarea
          id={field.id}
          name={name}
          className={css['input']}
          value={draft ?? field.value}
          placeholder={placeholder}
          rows={3}
          aria-invalid={field.error !== undefined || undefined}
          aria-describedby={field.lineId}
          onBlur={field.blur}
          onChange={({ currentTarget, nativeEvent }: ChangeEvent<HTMLTextAreaElement>) => {
            if (nativeEvent instanceof InputEvent && nativeEvent.isComposing) setDraft(currentTarget.value);
            else accept(currentTarget.value);
          }}
          onCompositionEnd={({ currentTarget }: CompositionEvent<HTMLTextAreaElement>) => accept(currentTarget.value)}
        />
        <span className={css['frame']} />
        {max !== undefined && length >= max * 0.8 && <span className={css['count']}>{`${length}/${max}`}</span>}
      </div>
    </Field>
  );
}
