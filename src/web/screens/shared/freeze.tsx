import type { ReactNode } from 'react';
import { FreezeForm } from '#web/features/containment/freeze-form.tsx';

/** /freeze */
export function FreezeScreen(): ReactNode {
  return <FreezeForm />;
}
