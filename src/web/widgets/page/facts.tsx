import { Fragment, type ReactNode } from 'react';
import css from './facts.module.css';

/** A name and what it holds; without a value it is left out. */
export type Fact = readonly [name: string, value: string];

/** Facts as a table of names and values. */
export function Facts({ of }: { readonly of: readonly Fact[] }): ReactNode {
  const known = of.filter(([, value]) => value !== '');
  if (known.length === 0) return null;
  return (
    <dl className={css['facts']}>
      {known.map(([name, value]) => (
        <Fragment key={`${name} ${value}`}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </Fragment>
      ))}
    </dl>
  );
}
