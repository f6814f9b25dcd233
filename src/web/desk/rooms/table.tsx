import type { ReactNode } from 'react';
import { t, type DeskKey } from '#web/desk/texts.ts';
import css from './rooms.module.css';

interface TableProps {
  readonly label: string;
  readonly heads: readonly DeskKey[];
  /** The heads of columns of numbers. */
  readonly numbers?: readonly DeskKey[];
  readonly children: ReactNode;
}

/** A table that may be wider than its card: keys scroll it. */
export function Table({ label, heads, numbers = [], children }: TableProps) {
  return (
    // A group and no section: its card is a landmark of the same name.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex, jsx-a11y/prefer-tag-over-role -- what scrolls must be reachable by keys; a <fieldset> cannot scroll
    <div role="group" className={css['scroll']} aria-label={label} tabIndex={0}>
      <table className={css['table']}>
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col" className={numbers.includes(head) ? css['number'] : undefined}>
                {t(head)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}
