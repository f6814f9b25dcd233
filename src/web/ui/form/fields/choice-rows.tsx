import { useId, type ReactNode } from 'react';
import css from './choice-rows.module.css';

interface ChoiceRowsProps<Value extends string> {
  readonly label: string;
  readonly options: readonly { readonly value: Value; readonly label: ReactNode; readonly note?: ReactNode }[];
  /** None of the options while something else holds. */
  readonly value: string;
  /** A change is on its way: a press does nothing. */
  readonly busy: boolean;
  readonly onChange: (value: Value) => void;
}

/** One of a few options, each a row of a card. A choice acts at once, without a form. */
export function ChoiceRows<Value extends string>({ label, options, value, busy, onChange }: ChoiceRowsProps<Value>) {
  const name = useId();
  return (
    <div role="radiogroup" aria-label={label} aria-busy={busy || undefined} className={css['rows']}>
      {options.map((option) => (
        <label key={option.value} className={css['row']}>
          <input
            type="radio"
            name={name}
            checked={option.value === value}
            onChange={() => {
              if (!busy) onChange(option.value);
            }}
          />
          <span>
            <b>{option.label}</b>
            {option.note !== undefined && <small>{option.note}</small>}
          </span>
        </label>
      ))}
    </div>
  );
}
