import type { ReactNode } from 'react';
import { Progress } from '#web/ui/feedback/progress.tsx';
import css from './step-count.module.css';

interface StepCountProps {
  /** "Step 2 of 3". */
  readonly label: string;
  /** The part of the way with this step, from 0 to 1. */
  readonly part: number;
}

/** The place of a step in a flow, above its heading. */
export function StepCount(props: StepCountProps): ReactNode {
  return <Progress {...props} className={css['count']} />;
}
