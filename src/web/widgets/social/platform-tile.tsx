import type { ReactNode } from 'react';
import type { Platform } from '#contract/vocabulary/platforms.ts';
import { Tile } from '#web/ui/layout/badge.tsx';
import { colorOf, marks } from './platform-mark.tsx';

/** A platform's logo on the disc at the start of a row. */
export function PlatformTile({ platform }: { readonly platform: Platform }): ReactNode {
  return <Tile icon={marks[platform]} round filled className={colorOf(platform)} />;
}
