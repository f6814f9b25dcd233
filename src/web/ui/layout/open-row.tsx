import { useId, useState, type ReactNode } from 'react';
import { classes } from '#web/ui/classes.ts';
import { Icon } from '#web/ui/marks/icon.tsx';
import { chevronDown } from '#web/ui/marks/icons.ts';
import css from './open-row.module.css';

interface OpenRowProps {
  readonly icon?: string;
  readonly title: string;
  readonly fact: string;
  readonly at: string;
  /** The time as people read it. */
  readonly time: string;
  /** It needs an answer: amber, and open for good. */
  readonly asks?: boolean;
  /** Inside the row, once it is open. */
  readonly children: ReactNode;
}

/** A list of {@link OpenRow}s inside a card. */
export function OpenRows({ children }: { readonly children: ReactNode }): ReactNode {
  return <ul className={css['rows']}>{children}</ul>;
}

/** An event with its time. It opens in place. */
export function OpenRow({ icon, title, fact, at, time, asks = false, children }: OpenRowProps): ReactNode {
  const id = useId();
  const [open, setOpen] = useState(false);
  const summary = (
    <>
      {icon !== undefined && <Icon of={icon} className={css['icon']} />}
      <span className={css['text']}>
        <b>{title}</b>
        <span className={css['facts']}>{fact}</span>
      </span>
      <time dateTime={at} className={css['time']}>
        {time}
      </time>
    </>
  );
  return (
    <li className={classes(css['item'], icon !== undefined && css['iconed'], asks && css['asks'])}>
      {asks ? (
        <div className={css['row']}>{summary}</div>
      ) : (
        <button type="button" className={css['row']} aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
          {summary}
          <Icon of={chevronDown} size={16} className={css['chevron']} />
        </button>
      )}
      <div id={id} hidden={!open && !asks} className={css['inside']}>
        {(open || asks) && children}
      </div>
    </li>
  );
}

/** Acts of an open row. */
export function RowActs({ children }: { readonly children: ReactNode }): ReactNode {
  return <span className={css['acts']}>{children}</span>;
}
