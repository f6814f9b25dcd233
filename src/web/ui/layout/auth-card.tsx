import type { ReactNode } from 'react';
import { classes } from '#web/ui/classes.ts';
import css from './auth-card.module.css';

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
