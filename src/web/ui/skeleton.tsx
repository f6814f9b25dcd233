import { classes } from './classes.ts';
import css from './skeleton.module.css';

/** Bars in the shape of rows while a card loads; nothing for the first 200 ms. The card around it carries `busy`. */
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
