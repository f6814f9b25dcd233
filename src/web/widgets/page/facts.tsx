import { Fragment, type ReactNode } from 'react';
import type { Fact } from '#web/ui/layout/open-row.tsx';
import css from './facts.module.css';

/** What happened, as a table of names and values; without a value a line is left out. */
export function Facts({ of }: { readonly of: readonly Fact[] }): ReactNode {
  const known = of.filter(([, value]) => value !== '');
  if (known.length === 0) return null;
  return (
    <dl className={css['facts']}>
      {known.map(([name, value]) => (
        <Fragment key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </Fragment>
      ))}
    </dl>
  );
}
