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

interface AuthCardProps {
  /** Heading of level 1, which gets the focus when the route changes. Absent if the content has its own. */
  readonly title?: ReactNode;
  readonly lead?: ReactNode;
  /** 520 instead of 448 px. */
  readonly wide?: boolean;
  /** A mark above centered text: results and errors. */
  readonly mark?: ReactNode;
  /** Above the heading: a badge, or the requesting app. */
  readonly above?: ReactNode;
  /** A button in the corner, for a screen with a fine pointer: the other side of the card. */
  readonly corner?: ReactNode;
  readonly children?: ReactNode;
}

/** The single card of the bare shell (sign-in, registration, results). Below 768 px it has no box. */
export function AuthCard({ title, lead, wide = false, mark, above, corner, children }: AuthCardProps) {
  return (
    <div className={classes(css['auth'], wide && css['wide'], mark !== undefined && css['centered'])}>
      {corner !== undefined && <div className={css['corner']}>{corner}</div>}
      {mark}
      {above !== undefined && <div className={css['above']}>{above}</div>}
      {title !== undefined && <h1 tabIndex={-1}>{title}</h1>}
      {lead !== undefined && <p className={css['lead']}>{lead}</p>}
      {children !== undefined && <div className={title === undefined ? undefined : css['content']}>{children}</div>}
    </div>
  );
}

/** The link to another page under the form of an {@link AuthCard}. */
export function AuthFoot({ children }: { readonly children: ReactNode }) {
  return <p className={css['foot']}>{children}</p>;
}
