import { classes } from '#web/ui/classes.ts';
import css from './skeleton.module.css';

/** Placeholder rows while a card loads; hidden for the first 200 ms. The surrounding card has `busy`. */
export function Skeleton({ rows = 3 }: { readonly rows?: number }) {
  return (
    <div className={css['rows']} aria-hidden="true">
      {Array.from({ length: rows }, (_, index) => (
        <div key={index} className={css['row']}>
          <span className={css['tile']} />
          <span className={css['lines']}>
            <i className={classes(css['bar'], css[`long${index % 3}`])} />
            <i className={classes(css['bar'], css['low'], css[`short${index % 3}`])} />
          </span>
        </div>
      ))}
    </div>
  );
}
