import css from './switch.module.css';

interface SwitchProps {
  /** Id of its label. */
  readonly id?: string;
  readonly on: boolean;
  /** A change is on its way: a press does nothing. */
  readonly busy?: boolean;
  readonly disabled?: boolean;
  readonly onChange: (on: boolean) => void;
}

/** Turns something on or off, without a form: at once, or one of the permissions that a button then gives. */
export function Switch({ id, on, busy = false, disabled = false, onChange }: SwitchProps) {
  return (
    <input
      id={id}
      className={css['switch']}
      type="checkbox"
      role="switch"
      checked={on}
      disabled={disabled}
      aria-checked={on}
      aria-busy={busy || undefined}
      onChange={() => {
        if (!busy) onChange(!on);
      }}
    />
  );
}
