import { classes } from '#web/ui/classes.ts';
import { Icon } from '#web/ui/icon.tsx';
import { check } from '#web/ui/icons.ts';
import css from './checklist.module.css';

interface ChecklistProps {
  readonly items: readonly { readonly text: string; readonly met: boolean }[];
}

/** What a value needs, ticked while it is typed. What is missing stays grey: nobody is wrong before they have finished. */
export function Checklist({ items }: ChecklistProps) {
  return (
    <ul className={css['list']}>
      {items.map(({ text, met }) => (
        <li key={text} className={classes(met && css['met'])}>
          <Icon of={check} size={14} stroke={2.2} className={css['tick']} />
          {text}
        </li>
      ))}
    </ul>
  );
}
