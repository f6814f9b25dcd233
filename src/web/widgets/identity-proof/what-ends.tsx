import { endsOthers, type SensitiveAction } from '#contract/acts/acts.ts';
import type { ReactNode } from 'react';
import { useT } from '#web/lib/texts/i18n.tsx';
import css from './what-ends.module.css';

/** Consequence of an action, the last line of its explanation: every dialog of a sensitive action says it before (ADR 5). */
export function WhatEnds({ action }: { readonly action: SensitiveAction }): ReactNode {
  const t = useT();
  return <span className={css['line']}>{t(endsOthers(action) ? 'ends.others' : 'ends.nothing')}</span>;
}
