import type { ReactNode } from 'react';
import { InspectionPage } from './parts/inspection-page.tsx';

/** /mobile-safety-inspection: Identity Verification. */
export function SafetyInspectionScreen(): ReactNode {
  return <InspectionPage />;
}
