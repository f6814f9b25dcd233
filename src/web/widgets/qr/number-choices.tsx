import type { ReactNode } from 'react';
import css from './number-choices.module.css';

interface NumberChoicesProps {
  /** The id of the question. */
  readonly question: string;
  /** Empty until the other screen shows its number. */
  readonly choices: readonly number[];
  readonly chosen: number | undefined;
  readonly onChoose: (choice: number) => void;
  /** Stands in for the numbers that are not there yet. */
  readonly waiting?: string;
}

/** Three numbers, of which the other screen shows one. */
export function NumberChoices({ question, choices, chosen, onChoose, waiting }: NumberChoicesProps): ReactNode {
  return (
    <fieldset className={css['choices']} aria-labelledby={question} aria-busy={choices.length === 0 || undefined}>
      {choices.map((choice) => (
        <button key={choice} type="button" className={css['choice']} aria-pressed={choice === chosen} onClick={() => onChoose(choice)}>
          {choice}
        </button>
      ))}
      {choices.length === 0 && <p className={css['waiting']}>{waiting}</p>}
    </fieldset>
  );
}
