import type { ReactNode } from 'react';
import type { Platform } from '#contract/vocabulary/platforms.ts';
import * as brandIcons from '#web/ui/marks/brand-icons.ts';
import { classes } from '#web/ui/classes.ts';
import { Icon } from '#web/ui/marks/icon.tsx';
import css from './platform-mark.module.css';

export const marks: Readonly<Record<Platform, string>> = brandIcons;

/** The color of each logo. */
export function colorOf(platform: Platform): string {
  return classes(css['mark'], css[platform]);
}

/** A platform's logo in its own color. */
export function PlatformMark({ platform }: { readonly platform: Platform }): ReactNode {
  return <Icon of={marks[platform]} size={22} filled className={colorOf(platform)} />;
}
