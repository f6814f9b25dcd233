import type { ReactNode } from 'react';
import { useT } from '#web/lib/i18n.tsx';
import css from './number-choices.module.css';

interface NumberChoicesProps {
  /** Empty until the other screen shows its number. */
  readonly choices: readonly number[];
  readonly chosen: number | undefined;
  readonly onChoose: (choice: number) => void;
  /** Stands in for the numbers that are not there yet. */
  readonly waiting?: string;
}

/** Three numbers, of which the other screen shows one. */
export function NumberChoices({ choices, chosen, onChoose, waiting }: NumberChoicesProps): ReactNode {
  const t = useT();
  return (
    <fieldset className={css['choices']} aria-label={t('qr.q')} aria-busy={choices.length === 0 || undefined}>
      {choices.map((choice) => (
        <button key={choice} type="button" className={css['choice']} aria-pressed={choice === chosen} onClick={() => onChoose(choice)}>
          {choice}
        </button>
      ))}
      {choices.length === 0 && <p className={css['waiting']}>{waiting}</p>}
    </fieldset>
  );
}
