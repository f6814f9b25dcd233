import { useEffect, useEffectEvent, useRef, type ReactNode } from 'react';
import css from '#web/ui/form/choice.module.css';
import { Line } from '#web/ui/form/field.tsx';
import fieldCss from '#web/ui/form/field.module.css';
import type { AppForm } from '#web/ui/form/form.tsx';
import { useField, type NameOf } from '#web/ui/form/use-field.ts';

interface CheckboxFieldProps<V> {
  readonly form: AppForm<V>;
  readonly name: NameOf<V, boolean>;
  /** Links in the label open without ticking the box. */
  readonly label: ReactNode;
}

/** A checkbox with its sentence. */
export function CheckboxField<V>({ form, name, label }: CheckboxFieldProps<V>) {
  const field = useField<V, boolean>(form, name);
  const box = useRef<HTMLInputElement>(null);
  // A tick made before hydration is only in the document.
  const adoptEarly = useEffectEvent(() => {
    if (box.current !== null && box.current.checked !== field.value) field.set(box.current.checked);
  });
  useEffect(() => adoptEarly(), []);
  return (
    <div className={fieldCss['field']}>
      <div className={css['choice']}>
        <input
          ref={box}
          type="checkbox"
          id={field.id}
          name={name}
          checked={field.value}
          aria-invalid={field.error !== undefined || undefined}
          aria-describedby={field.lineId}
          onBlur={field.blur}
          onChange={(event) => field.set(event.currentTarget.checked)}
        />
        <label htmlFor={field.id}>{label}</label>
      </div>
      <div className={fieldCss['line']}>
        <Line id={field.lineId} error={field.error} />
      </div>
    </div>
  );
}
