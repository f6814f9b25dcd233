import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react';
import { limits } from '#contract/limits.ts';
import { useT } from '#web/lib/texts/i18n.tsx';
import { classes } from '#web/ui/classes.ts';
import { LinkButton } from '#web/ui/controls/link-button.tsx';
import { Line } from '#web/ui/form/field.tsx';
import { useTyping } from '#web/ui/form/fields/text-field.tsx';
import { useField, type FieldIn } from '#web/ui/form/use-field.ts';
import { cleanCode } from './code-field.tsx';
import css from './code-slots.module.css';

interface CodeSlotsProps<V> extends FieldIn<V> {
  /** In the line below while there is no failure: the button that sends another code. */
  readonly tip?: ReactNode;
}

/**
 * A one-time code as the only input of a step, which its last digit submits: drawn slots over one real input. A judged
 * code leaves the slots empty, right or wrong (a wrong one marks the field). A code that nobody judged stays, with a
 * button that sends it again.
 */
export function CodeSlots<V>({ form, name, tip }: CodeSlotsProps<V>) {
  const t = useT();
  const ref = useRef<HTMLInputElement>(null);
  const field = useField<V, string>(form, name);
  const [isKept, setKept] = useState(false);
  const set = (value: string) => {
    field.set(value);
    if (value === field.value) return;
    setKept(false);
    if (value.length === limits.codeDigits) form.submit();
  };
  const sent = useRef(form.submissions);
  const end = useEffectEvent(() => {
    if (form.pending || form.submissions === sent.current) return;
    sent.current = form.submissions;
    const mark = form.inner.markOf(name);
    if (form.refused && mark === undefined) {
      setKept(true);
      return;
    }
    field.set('');
    form.renew(name);
    if (mark !== undefined) form.fail(name, mark.rule, mark.as);
  });
  useEffect(() => end(), [form.pending, form.submissions]);
  const typing = useTyping({ ref, field: { ...field, set }, clean: cleanCode });
  const digits = Array.from({ length: limits.codeDigits }, (_, index) => field.value[index] ?? '');
  const again = isKept && field.value.length === limits.codeDigits && <LinkButton onClick={form.inner.press}>{t('sys.retry')}</LinkButton>;
  return (
    <div>
      <div className={classes(css['slots'], field.error !== undefined && css['wrong'])}>
        <input
          {...typing}
          ref={ref}
          type="text"
          name={name}
          className={css['input']}
          inputMode="numeric"
          autoComplete="one-time-code"
          aria-label={t('f.code')}
          aria-invalid={field.error !== undefined || undefined}
          aria-describedby={field.lineId}
          onBlur={field.blur}
        />
        {digits.map((digit, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- a slot is its place
          <span key={index} className={classes(css['slot'], index === field.value.length && css['next'])} aria-hidden="true">
            {digit}
          </span>
        ))}
      </div>
      <div className={css['line']}>
        <Line id={field.lineId} error={field.error} tip={again || tip} tipStays />
      </div>
    </div>
  );
}
