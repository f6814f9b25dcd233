import css from './switch.module.css';

interface SwitchProps {
  /** Id of its label. */
  readonly id: string;
  readonly on: boolean;
  /** A change is on its way: a press does nothing. */
  readonly busy: boolean;
  readonly onChange: (on: boolean) => void;
}

/** Turns something on or off at once, without a form. */
export function Switch({ id, on, busy, onChange }: SwitchProps) {
  return (
    <input
      id={id}
      className={css['switch']}
      type="checkbox"
      role="switch"
      checked={on}
      aria-checked={on}
      aria-busy={busy || undefined}
      onChange={() => {
        if (!busy) onChange(!on);
      }}
    />
  );
}
