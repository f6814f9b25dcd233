import type { ReactNode } from 'react';
import { monitor } from '#web/ui/marks/icons.ts';
import { Tile } from '#web/ui/layout/badge.tsx';
import css from './qr-question.module.css';

/** Above every question about a computer. */
export function ComputerMark(): ReactNode {
  return <Tile icon={monitor} tone="accent" {...(css['mark'] !== undefined && { className: css['mark'] })} />;
}
