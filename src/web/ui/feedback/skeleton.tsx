import { classes } from '#web/ui/classes.ts';
import css from './skeleton.module.css';

interface SkeletonProps {
  readonly rows?: number;
  /** The wait is over: it stands for a whole page. */
  readonly atOnce?: boolean;
}

/** Placeholder rows while a card loads; hidden for the first 150 ms. The surrounding card has `busy`. */
export function Skeleton({ rows = 3, atOnce = false }: SkeletonProps) {
  return (
    <div className={classes(css['rows'], !atOnce && css['late'])} aria-hidden="true">
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
