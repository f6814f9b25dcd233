import type { MouseEvent, ReactNode } from 'react';
import { navigate } from '#web/lib/page/router.ts';
import { Icon } from '#web/ui/marks/icon.tsx';
import { chevronRight } from '#web/ui/marks/icons.ts';
import { classes } from '#web/ui/classes.ts';
import css from './link.module.css';

export interface LinkTarget {
  readonly href: string;
  /** For pages that must not replace a form, such as the agreements. */
  readonly newTab?: boolean | undefined;
  /** Replaces the current history entry. */
  readonly replace?: boolean | undefined;
}

interface LinkProps extends LinkTarget {
  /** `inline` is underlined inside a sentence, `more` ends a card's heading with a chevron, `bare` has no style. */
  readonly variant?: 'inline' | 'plain' | 'more' | 'bare';
  readonly children: ReactNode;
  readonly label?: string;
  readonly current?: boolean;
  /** The language of the text and of the target page, if it differs from this page's. */
  readonly lang?: string;
  readonly onClick?: (event: MouseEvent<HTMLAnchorElement>) => void;
  readonly className?: string | undefined;
}

/** A link. Paths of this application are shown without loading a document; the browser loads all other URLs. */
export function Link({ variant = 'plain', children, label, current, lang, onClick, className, ...target }: LinkProps) {
  return (
    <a
      {...anchor(target, onClick)}
      className={classes(variant !== 'bare' && css[variant], className) || undefined}
      aria-label={label}
      aria-current={current === true ? 'page' : undefined}
      lang={lang}
      hrefLang={lang}
    >
      {children}
      {variant === 'more' && <Icon of={chevronRight} size={16} />}
    </a>
  );
}

/** The attributes of an `<a>` for parts that look different. */
export function anchor({ href, newTab, replace }: LinkTarget, onClick?: (event: MouseEvent<HTMLAnchorElement>) => void) {
  return {
    href,
    target: newTab === true ? '_blank' : undefined,
    rel: newTab === true ? 'noopener' : undefined,
    onClick: (event: MouseEvent<HTMLAnchorElement>) => {
      onClick?.(event);
      const modified = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0;
      if (event.defaultPrevented || modified || newTab === true || !href.startsWith('/') || href.startsWith('//')) return;
      event.preventDefault();
      navigate(href, { replace: replace === true });
    },
  };
}
