import type { ReactNode } from 'react';
import { FreezeForm } from '#web/features/protection/freeze/freeze-form.tsx';
import { useRoutePath } from '#web/lib/page/router.ts';
import { FrozenCard } from '#web/widgets/freeze/frozen-card.tsx';

/** /freeze; /frozen, from the messages of a freeze */
export function FreezeScreen(): ReactNode {
  return useRoutePath() === '/frozen' ? <FrozenCard of={undefined} /> : <FreezeForm />;
}
