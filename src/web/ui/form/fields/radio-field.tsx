import type { ReactNode } from 'react';
import { classes } from '#web/ui/classes.ts';
import { Field, type FieldTexts } from '#web/ui/form/field.tsx';
import { Tile } from '#web/ui/layout/badge.tsx';
import { useField, type FieldIn } from '#web/ui/form/use-field.ts';
import css from './radio-field.module.css';

interface RadioFieldProps<V> extends FieldTexts, FieldIn<V> {
  readonly options: readonly { readonly value: string; readonly label: ReactNode; readonly note?: ReactNode; readonly icon?: string }[];
  /** Side by side from 768 px on. */
  readonly columns?: 1 | 2 | 3;
}

/** One of a few options, each a card of 52 px, clickable anywhere. */
export function RadioField<V>({ form, name, options, columns = 1, ...texts }: RadioFieldProps<V>) {
  const field = useField<V, string>(form, name);
  return (
    <Field {...texts} group id={field.id} lineId={field.lineId} error={field.error}>
      <div className={classes(css['cards'], css[`columns${columns}`])}>
        {options.map(({ value, label, note, icon }) => (
          <label key={value} className={css['card']}>
            <input
              type="radio"
              name={name}
              value={value}
              checked={field.value === value}
              aria-describedby={field.lineId}
              onBlur={field.blur}
              onChange={() => field.set(value)}
            />
            {icon !== undefined && <Tile icon={icon} tone={field.value === value ? 'accent' : 'neutral'} />}
            <span>
              {label}
              {note !== undefined && <span className={css['note']}>{note}</span>}
            </span>
          </label>
        ))}
      </div>
    </Field>
  );
}
