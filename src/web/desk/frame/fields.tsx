import { useId, type KeyboardEvent, type ReactNode, type Ref } from 'react';
import { staffReasons, type StaffReason } from '#contract/vocabulary/staff-reasons.ts';
import { t } from '#web/desk/texts.ts';
import css from './fields.module.css';

interface TextInputProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly hint?: ReactNode;
  readonly failure?: string | undefined;
  readonly mono?: boolean;
  readonly inputRef?: Ref<HTMLInputElement>;
  readonly onKeyDown?: (event: KeyboardEvent<HTMLInputElement>) => void;
  /** The ids of a list that the field chooses in, and of the chosen option. */
  readonly choosesIn?: { readonly list: string; readonly chosen: string | undefined };
}

/** A line of text with its name, a hint, and why it was not taken. */
export function TextInput({ label, value, onChange, hint, failure, mono = false, inputRef, onKeyDown, choosesIn }: TextInputProps) {
  const id = useId();
  return (
    <div className={css['field']}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        ref={inputRef}
        value={value}
        className={mono ? css['mono'] : undefined}
        // Nothing of a person stays in the browser.
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        aria-invalid={failure !== undefined || undefined}
        aria-describedby={`${id}-hint`}
        {...(choosesIn && {
          role: 'combobox',
          'aria-expanded': true,
          'aria-controls': choosesIn.list,
          'aria-activedescendant': choosesIn.chosen,
        })}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <p
        id={`${id}-hint`}
        className={failure === undefined ? css['hint'] : css['failure']}
        role={failure === undefined ? undefined : 'alert'}
      >
        {failure ?? hint}
      </p>
    </div>
  );
}

interface ChoiceProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  /** Values with their texts. */
  readonly options: readonly (readonly [value: Value, text: string])[];
  readonly onChange: (value: Value) => void;
}

/** One of a few values. */
export function Choice<Value extends string>({ label, value, options, onChange }: ChoiceProps<Value>) {
  const id = useId();
  return (
    <div className={css['field']}>
      <label htmlFor={id}>{label}</label>
      <select id={id} value={value} onChange={(event) => onChange(options.find(([each]) => each === event.target.value)?.[0] ?? value)}>
        {options.map(([each, text]) => (
          <option key={each} value={each}>
            {text}
          </option>
        ))}
      </select>
    </div>
  );
}

interface LinesProps extends Pick<TextInputProps, 'label' | 'value' | 'onChange' | 'hint'> {
  readonly rows?: number;
  /** More than 2,000 characters. */
  readonly isLong?: boolean;
  readonly isOpen?: boolean;
}

/** A text of several lines. */
export function TextArea({ value, onChange, rows = 5, isLong = false, isOpen = true, ...texts }: LinesProps) {
  return (
    <Hinted {...texts}>
      {(ids) => (
        <textarea
          {...ids}
          rows={rows}
          maxLength={isLong ? undefined : 2000}
          readOnly={!isOpen}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Hinted>
  );
}

interface DayInputProps extends Pick<TextInputProps, 'label' | 'value' | 'onChange' | 'hint'> {
  readonly type?: 'date' | 'datetime-local';
  readonly min?: string;
  readonly isOpen?: boolean;
}

/** A day, or a day and its time. */
export function DayInput({ value, onChange, type = 'date', min, isOpen = true, ...texts }: DayInputProps) {
  return (
    <Hinted {...texts}>
      {(ids) => (
        <input {...ids} type={type} min={min} value={value} readOnly={!isOpen} onChange={(event) => onChange(event.target.value)} />
      )}
    </Hinted>
  );
}

interface HintedProps extends Pick<TextInputProps, 'label' | 'hint'> {
  readonly children: (ids: { readonly id: string; readonly 'aria-describedby': string | undefined }) => ReactNode;
}

function Hinted({ label, hint, children }: HintedProps) {
  const id = useId();
  return (
    <div className={css['field']}>
      <label htmlFor={id}>{label}</label>
      {children({ id, 'aria-describedby': hint === undefined ? undefined : `${id}-hint` })}
      {hint !== undefined && (
        <p id={`${id}-hint`} className={css['hint']}>
          {hint}
        </p>
      )}
    </div>
  );
}

/** Why a member looks or acts. */
export interface Why {
  readonly reason: StaffReason;
  readonly caseRef: string;
}

let kept: Why = { reason: 'asked', caseRef: '' };

/** The reason and the case of the last look of this document: they are proposed for the next one. */
export function keptWhy(): Why {
  return kept;
}

export function keepWhy(why: Why): void {
  kept = why;
}

interface WhyFieldsProps {
  readonly why: Why;
  readonly onChange: (why: Why) => void;
  readonly failure?: string | undefined;
}

/** The reason and the number of the case, which the person reads. The case is the first field of every dialog. */
export function WhyFields({ why, onChange, failure }: WhyFieldsProps) {
  const name = useId();
  return (
    <>
      <TextInput
        label={t('dk.case')}
        value={why.caseRef}
        mono
        hint={t('dk.why.note')}
        failure={failure}
        onChange={(caseRef) => onChange({ ...why, caseRef: caseRef.trim().toUpperCase() })}
      />
      <fieldset className={css['reasons']}>
        <legend>{t('dk.reason')}</legend>
        {staffReasons.map((reason) => (
          <label key={reason}>
            <input type="radio" name={name} checked={why.reason === reason} onChange={() => onChange({ ...why, reason })} />
            {t(`dk.r.${reason}`)}
          </label>
        ))}
      </fieldset>
    </>
  );
}
