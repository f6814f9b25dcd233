import css from './option-fields.module.css';

/** The name of an option and what it does. */
export function OptionLabel({ title, note }: { readonly title: string; readonly note?: string | undefined }) {
  return (
    <span className={css['label']}>
      <b>{title}</b>
      {note !== undefined && <span>{note}</span>}
    </span>
  );
}
