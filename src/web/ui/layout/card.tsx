import { useId, type ReactNode } from 'react';
import { classes } from '#web/ui/classes.ts';
import css from './card.module.css';

interface CardProps {
  /** Heading of level 2; it names the section. */
  readonly title?: ReactNode;
  /** Small gray text after the title. */
  readonly note?: ReactNode;
  /** A badge, link or button at the end of the heading. */
  readonly aside?: ReactNode;
  /** `pad` for free content; rows have their own padding. */
  readonly pad?: boolean;
  /** Its content is loading. */
  readonly busy?: boolean;
  readonly children?: ReactNode;
  readonly className?: string | undefined;
}

/** A white card on the canvas, for one subject. */
export function Card({ title, note, aside, pad = false, busy, children, className }: CardProps) {
  const id = useId();
  return (
    <section
      className={classes(css['card'], className)}
      aria-labelledby={title === undefined ? undefined : id}
      aria-busy={busy === true || undefined}
    >
      {title !== undefined && (
        <header className={css['head']}>
          <h2 id={id}>{title}</h2>
          {note !== undefined && <span className={css['note']}>{note}</span>}
          {aside !== undefined && <span className={css['aside']}>{aside}</span>}
        </header>
      )}
      {pad ? <div className={css['body']}>{children}</div> : children}
    </section>
  );
}
