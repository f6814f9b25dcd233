import css from './code-box.module.css';
import { CopyButton } from '../copy-button.tsx';

interface CodeBoxProps {
  readonly name: string;
  readonly text: string;
}

/** A text to copy, under its name. */
export function CodeBox({ name, text }: CodeBoxProps) {
  return (
    <div className={css['box']}>
      <div className={css['head']}>
        <span>{name}</span>
        <CopyButton text={text} name={name} />
      </div>
      <pre>
        <code>{text}</code>
      </pre>
    </div>
  );
}
