import type { ReactNode } from 'react';
import { InspectionPage } from './inspection-page.tsx';

/** /mobile-safety-inspection: Identity Verification. */
export function SafetyInspectionScreen(): ReactNode {
  return <InspectionPage />;
}
