import { classes } from '#web/ui/classes.ts';
import { Icon } from '#web/ui/marks/icon.tsx';
import { check } from '#web/ui/marks/icons.ts';
import css from './stepper.module.css';

interface StepperProps {
  readonly label: string;
  readonly steps: readonly string[];
  /** Index of the current step. */
  readonly current: number;
}

/** The progress in a wizard: an ordered list with the current step marked. */
export function Stepper({ label, steps, current }: StepperProps) {
  return (
    <ol className={css['steps']} aria-label={label}>
      {steps.map((step, index) => (
        <li key={step} className={classes(index < current && css['done'])} aria-current={index === current ? 'step' : undefined}>
          <span className={css['number']}>{index < current ? <Icon of={check} size={16} /> : index + 1}</span>
          <span className={css['name']}>{step}</span>
        </li>
      ))}
    </ol>
  );
}
