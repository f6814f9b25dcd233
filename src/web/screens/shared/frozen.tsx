import type { ReactNode } from 'react';
import { FrozenCard } from '#web/widgets/freeze/frozen-card.tsx';

/** /frozen, from the messages of a freeze */
export function FrozenScreen(): ReactNode {
  return <FrozenCard of={undefined} />;
}
