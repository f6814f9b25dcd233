import type { ReactNode } from 'react';
import { Button } from '#web/ui/button.tsx';
import css from './answer-buttons.module.css';

export type Answer = 'allow' | 'deny';

interface AnswerButtonsProps {
  /** The answer that is on its way. */
  readonly sent: Answer | undefined;
  readonly onAnswer: (answer: Answer) => Promise<void>;
  readonly labels: Readonly<Record<Answer, string>>;
}

/** Lets an app or a device in, or not. */
export function AnswerButtons({ sent, onAnswer, labels }: AnswerButtonsProps): ReactNode {
  return (
    <div className={css['answers']}>
      <Button size="lg" busy={sent === 'deny'} disabled={sent === 'allow'} onClick={() => void onAnswer('deny')}>
        {labels.deny}
      </Button>
      <Button variant="primary" size="lg" busy={sent === 'allow'} disabled={sent === 'deny'} onClick={() => void onAnswer('allow')}>
        {labels.allow}
      </Button>
    </div>
  );
}
