import type { ReactNode } from 'react';
import { Icon } from '#web/ui/marks/icon.tsx';
import { Link } from '#web/ui/controls/link.tsx';
import { classes } from '#web/ui/classes.ts';
import css from './side-links.module.css';

interface SideLinkProps {
  readonly href: string;
  readonly label: string;
  readonly icon: string;
  readonly current?: boolean;
  /** The smaller way back to the level above. */
  readonly isBack?: boolean;
  readonly children?: ReactNode;
}

/** A link of a navigation at the side of a page; in narrow windows an icon with its name on hover. */
export function SideLink({ href, label, icon, current = false, isBack = false, children }: SideLinkProps): ReactNode {
  return (
    <Link variant="bare" href={href} current={current} className={classes(css['item'], isBack && css['back'])}>
      <Icon of={icon} size={isBack ? 16 : 20} />
      <span className={css['label']}>{label}</span>
      {children}
    </Link>
  );
}

/** The navigation at the side. */
export function SideLinks({ label, children }: { readonly label: string; readonly children: ReactNode }): ReactNode {
  return (
    <nav className={css['navigation']} aria-label={label}>
      {children}
    </nav>
  );
}

/** Something that asks for attention behind the name of a place. */
export function Dot({ children }: { readonly children: ReactNode }): ReactNode {
  return <span className={css['dot']}>{children}</span>;
}
