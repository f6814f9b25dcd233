import type { MouseEvent, ReactNode } from 'react';
import { go } from './router.ts';

interface DeskLinkProps {
  readonly to: string;
  readonly current?: boolean;
  readonly className?: string | undefined;
  readonly label?: string;
  readonly children: ReactNode;
}

/** A link between pages of the desk. */
export function DeskLink({ to, current = false, className, label, children }: DeskLinkProps) {
  const follow = (event: MouseEvent) => {
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    go(to);
  };
  return (
    <a href={to} className={className} aria-current={current ? 'page' : undefined} aria-label={label} title={label} onClick={follow}>
      {children}
    </a>
  );
}
