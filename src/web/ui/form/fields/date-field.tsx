import { classes } from '#web/ui/classes.ts';
import { Icon } from '#web/ui/marks/icon.tsx';
import { chevronDown } from '#web/ui/marks/icons.ts';
import css from '#web/ui/form/control.module.css';
import dateCss from './date-field.module.css';
import { Field, type FieldTexts } from '#web/ui/form/field.tsx';
import type { AppForm } from '#web/ui/form/form.tsx';
import { useField, type NameOf } from '#web/ui/form/use-field.ts';
import { locale } from '#web/lib/texts/intl.ts';

type PartTexts = Readonly<Record<'year' | 'month' | 'day', { readonly label: string; readonly empty: string }>>;

interface DateFieldProps<V> extends FieldTexts {
  readonly form: AppForm<V>;
  /** Holds yyyy-mm-dd; '' if empty; while a part is missing, an incomplete text that no rule accepts as a date. */
  readonly name: NameOf<V, string>;
  /** The accessible name of each part, and its placeholder. */
  readonly parts: PartTexts;
  readonly firstYear: number;
  readonly lastYear: number;
  /** Prefix for the parts' names in `autocomplete`: `bday` results in `bday-year`. */
  readonly autoComplete?: string;
}

/** Year, month and day as selects, by the rules of the page's language: a native date field would use the browser's. */
export function DateField<V>({ form, name, parts, firstYear, lastYear, autoComplete, ...texts }: DateFieldProps<V>) {
  const field = useField<V, string>(form, name);
  const [year = '', month = '', day = ''] = field.value.split('-');
  const values = { year, month, day };
  const hasNames = monthText(12) !== '12';
  const choices = {
    year: range(firstYear, lastYear).toReversed(),
    month: range(1, 12),
    day: range(1, 31),
  };

  function set(changed: Partial<typeof values>): void {
    const next = { ...values, ...changed };
    const all = [next.year, next.month, next.day];
    field.set(all.every((part) => part === '') ? '' : all.join('-'));
  }

  return (
    <Field {...texts} group id={field.id} lineId={field.lineId} error={field.error}>
      <div
        className={dateCss['parts']}
        onBlur={(event) => {
          if (!event.currentTarget.contains(event.relatedTarget)) field.blur();
        }}
      >
        {dateParts().map((part) => (
          <div key={part} className={classes(css['control'], dateCss['part'], part === 'month' && hasNames && dateCss['named'])}>
            <select
              name={part === 'year' ? name : `${name}-${part}`}
              className={css['input']}
              value={values[part]}
              aria-label={parts[part].label}
              autoComplete={autoComplete === undefined ? undefined : `${autoComplete}-${part}`}
              aria-invalid={field.error !== undefined || undefined}
              aria-describedby={field.lineId}
              onChange={(event) => set({ [part]: event.currentTarget.value })}
            >
              <option value="">{parts[part].empty}</option>
              {choices[part].map((choice) => (
                <option key={choice} value={choice}>
                  {part === 'month' ? monthText(Number(choice)) : Number(choice)}
                </option>
              ))}
            </select>
            <span className={css['frame']} />
            <Icon of={chevronDown} size={18} className={css['chevron']} />
          </div>
        ))}
      </div>
    </Field>
  );
}

/** The numbers as they appear in a date: with at least two digits. */
function range(from: number, to: number): readonly string[] {
  return Array.from({ length: to - from + 1 }, (_, index) => String(from + index).padStart(2, '0'));
}

type DatePart = 'year' | 'month' | 'day';

/** Year, month and day in the order of the language. */
function dateParts(): readonly DatePart[] {
  return partsOfMonth(1).flatMap(({ type }) => (type === 'year' || type === 'month' || type === 'day' ? [type] : []));
}

/** The month of a date: "December", "12". */
function monthText(month: number): string {
  return partsOfMonth(month).find(({ type }) => type === 'month')?.value ?? String(month);
}

function partsOfMonth(month: number): readonly Intl.DateTimeFormatPart[] {
  return new Intl.DateTimeFormat(locale(), { dateStyle: 'long', timeZone: 'UTC' }).formatToParts(Date.UTC(2000, month - 1, 1));
}
