import type { MouseEvent, ReactNode } from 'react';
import { classes } from '#web/ui/classes.ts';
import { Icon } from '#web/ui/marks/icon.tsx';
import { chevronRight, loaderCircle } from '#web/ui/marks/icons.ts';
import { anchor } from '#web/ui/controls/link.tsx';
import css from './rows.module.css';

interface RowsProps {
  /** Rows of 52 px. */
  readonly compact?: boolean;
  /** In a step, whose text they stand in line with; a card's rows have the padding of the card. */
  readonly inStep?: boolean;
  readonly children: ReactNode;
}

/** A list of {@link Row}s. */
export function Rows({ compact = false, inStep = false, children }: RowsProps) {
  return <ul className={classes(css['rows'], compact && css['compact'], inStep && css['inStep'])}>{children}</ul>;
}

interface RowProps {
  readonly title: ReactNode;
  /** The fact below the title. */
  readonly note?: ReactNode;
  /** A plain icon of 20 px; instead of a lead. */
  readonly icon?: string | undefined;
  /** A {@link Tile}, an avatar or an app's picture, of 36 px. */
  readonly lead?: ReactNode;
  /** Red text: the row leads to an act that destroys or stops something. */
  readonly isDanger?: boolean;
  /** The current setting, at the end of the row; `muted` if nothing is set. */
  readonly value?: ReactNode;
  readonly muted?: boolean;
  /** A badge or a button. */
  readonly action?: ReactNode;
  /** Makes the whole row a link with a chevron. */
  readonly href?: string;
  /** Makes the whole row a button with a chevron. */
  readonly onClick?: (event: MouseEvent<HTMLButtonElement>) => void;
  /** The button acts here and leads nowhere: no chevron. */
  readonly acts?: boolean;
  /** The button's work is in progress: a spinner instead of the chevron, and presses have no effect. */
  readonly busy?: boolean;
}

/** A setting with its state, at least 56 px high, or 64 with a tile. Below 20em of its card the value is below the title. */
export function Row(props: RowProps) {
  const { title, note, icon, lead, isDanger = false, value, muted = false, action, href, onClick, acts = false, busy = false } = props;
  const opens = !acts && (href !== undefined || onClick !== undefined);
  const content = (
    <>
      {icon === undefined ? lead : <Icon of={icon} className={css['icon']} />}
      <span className={css['text']}>
        <b>{title}</b>
        {note !== undefined && <span className={css['note']}>{note}</span>}
      </span>
      {value !== undefined && <span className={classes(css['value'], muted && css['muted'])}>{value}</span>}
      {action}
      {(opens || busy) && <Icon of={busy ? loaderCircle : chevronRight} size={18} spin={busy} className={css['chevron']} />}
    </>
  );
  const look = classes(
    css['row'],
    icon !== undefined && css['iconed'],
    icon === undefined && lead !== undefined && css['tiled'],
    value !== undefined && typeof value !== 'number' && css['wordy'],
    isDanger && css['red'],
  );
  return (
    <li className={css['item']}>
      {href !== undefined ? (
        <a {...anchor({ href })} className={classes(look, css['opens'])}>
          {content}
        </a>
      ) : onClick !== undefined ? (
        <button
          type="button"
          className={classes(look, css['opens'])}
          // Not `disabled`: that would lose the focus.
          aria-disabled={busy || undefined}
          aria-busy={busy || undefined}
          onClick={busy ? undefined : onClick}
        >
          {content}
        </button>
      ) : (
        <div className={look}>{content}</div>
      )}
    </li>
  );
}

/** A list of {@link KeyValue} lines: a profile in read mode. */
export function KeyValues({ children }: { readonly children: ReactNode }) {
  return <dl className={css['pairs']}>{children}</dl>;
}

interface KeyValueProps {
  readonly label: ReactNode;
  /** Absent: shows the text `empty` in gray. */
  readonly value?: ReactNode;
  readonly empty?: ReactNode;
  readonly action?: ReactNode;
}

/** A label of 168 px, its value, and its action. */
export function KeyValue({ label, value, empty, action }: KeyValueProps) {
  const isEmpty = value === undefined || value === '';
  return (
    <div className={css['pair']}>
      <dt>{label}</dt>
      <dd className={isEmpty ? css['muted'] : undefined}>{isEmpty ? empty : value}</dd>
      {action !== undefined && <dd className={css['action']}>{action}</dd>}
    </div>
  );
}
