import type { ReactNode } from 'react';
import type { Platform } from '#contract/vocabulary/platforms.ts';
import * as brandIcons from '#web/ui/marks/brand-icons.ts';
import { classes } from '#web/ui/classes.ts';
import { Icon } from '#web/ui/marks/icon.tsx';
import { Tile } from '#web/ui/layout/rows.tsx';
import css from './platform-mark.module.css';

const marks: Readonly<Record<Platform, string>> = brandIcons;

/** A platform's logo in its own color. */
export function PlatformMark({ platform }: { readonly platform: Platform }): ReactNode {
  return <Icon of={marks[platform]} size={22} filled className={classes(css['mark'], css[platform])} />;
}

/** The same logo on the disc at the start of a row. */
export function PlatformTile({ platform }: { readonly platform: Platform }): ReactNode {
  return <Tile icon={marks[platform]} round filled className={classes(css['mark'], css[platform])} />;
}
