import type { ReactNode } from 'react';
import css from '#web/ui/form/choice.module.css';

interface TickProps {
  readonly ticked: boolean;
  readonly onChange: (ticked: boolean) => void;
  /** A fact below the sentence. */
  readonly note?: string;
  readonly children: ReactNode;
}

/** A checkbox with its sentence, outside of a form: a button waits for it. */
export function Tick({ ticked, onChange, note, children }: TickProps): ReactNode {
  return (
    <div className={css['choice']}>
      <label className={css['around']}>
        <input type="checkbox" checked={ticked} onChange={(event) => onChange(event.currentTarget.checked)} />
        <span>
          {children}
          {note !== undefined && <small>{note}</small>}
        </span>
      </label>
    </div>
  );
}
