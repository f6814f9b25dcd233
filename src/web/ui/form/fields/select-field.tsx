import { Icon } from '#web/ui/marks/icon.tsx';
import { chevronDown } from '#web/ui/marks/icons.ts';
import css from '#web/ui/form/control.module.css';
import { Field, type FieldTexts } from '#web/ui/form/field.tsx';
import { useField, type FieldIn } from '#web/ui/form/use-field.ts';

export interface Option<Value extends string = string> {
  readonly value: Value;
  readonly label: string;
}

interface SelectFieldProps<V> extends FieldTexts, FieldIn<V> {
  readonly options: readonly Option[];
  readonly autoComplete?: string;
  readonly onChange?: (value: string) => void;
}

/** The native select, for its type-ahead, the phone's wheel and support by all assistive technologies. */
export function SelectField<V>({ form, name, options, autoComplete, onChange, ...texts }: SelectFieldProps<V>) {
  const field = useField<V, string>(form, name);
  return (
    <Field {...texts} id={field.id} lineId={field.lineId} error={field.error}>
      <div className={css['control']}>
        <select
          id={field.id}
          name={name}
          className={css['input']}
          value={field.value}
          autoComplete={autoComplete}
          aria-invalid={field.error !== undefined || undefined}
          aria-describedby={field.lineId}
          onBlur={field.blur}
          onChange={(event) => {
            field.set(event.currentTarget.value);
            onChange?.(event.currentTarget.value);
          }}
        >
          {options.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
        <span className={css['frame']} />
        <Icon of={chevronDown} size={18} className={css['chevron']} />
      </div>
    </Field>
  );
}
