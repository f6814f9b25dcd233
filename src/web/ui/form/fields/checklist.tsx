import { classes } from '#web/ui/classes.ts';
import { Icon } from '#web/ui/marks/icon.tsx';
import { check, circle } from '#web/ui/marks/icons.ts';
import css from './checklist.module.css';

interface ChecklistProps {
  readonly items: readonly { readonly text: string; readonly met: boolean }[];
}

/** The requirements of a value, ticked during typing. Missing ones stay gray: an unfinished value is not an error. */
export function Checklist({ items }: ChecklistProps) {
  return (
    <ul className={css['list']}>
      {items.map(({ text, met }) => (
        <li key={text} className={classes(met && css['met'])}>
          <Icon of={met ? check : circle} size={14} stroke={2.2} className={css['tick']} />
          {text}
        </li>
      ))}
    </ul>
  );
}
