import type { ReactNode } from 'react';
import { Button } from '#web/ui/controls/button.tsx';
import css from './answer-buttons.module.css';

export type Answer = 'allow' | 'deny';

interface AnswerButtonsProps {
  /** The answer in transit. */
  readonly sent: Answer | undefined;
  readonly onAnswer: (answer: Answer) => Promise<void>;
  readonly labels: Readonly<Record<Answer, string>>;
  /** False while something is missing. */
  readonly allows?: boolean;
}

/** The two answers to a request of an app or a device. */
export function AnswerButtons({ sent, onAnswer, labels, allows = true }: AnswerButtonsProps): ReactNode {
  return (
    <div className={css['answers']}>
      <Button size="lg" busy={sent === 'deny'} disabled={sent === 'allow'} onClick={() => void onAnswer('deny')}>
        {labels.deny}
      </Button>
      <Button
        variant="primary"
        size="lg"
        busy={sent === 'allow'}
        disabled={sent === 'deny' || !allows}
        onClick={() => void onAnswer('allow')}
      >
        {labels.allow}
      </Button>
    </div>
  );
}
