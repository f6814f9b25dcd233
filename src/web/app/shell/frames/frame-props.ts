import type { ReactNode } from 'react';
import type { Route } from '#web/app/pages/first-routes.ts';

export interface FrameProps {
  readonly route: Route;
  readonly children: ReactNode;
}
