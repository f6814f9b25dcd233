import { useRef, type KeyboardEvent, type ReactNode } from 'react';
import css from './segmented.module.css';

interface SegmentedProps<Value extends string> {
  readonly label: string;
  /** Two or three. */
  readonly options: readonly { readonly value: Value; readonly label: ReactNode }[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  /** The id of the element with the chosen content: it has `role="tabpanel"`. */
  readonly panel?: string;
}

/** Tabs in one pill. Arrow keys, Home and End choose, and only the chosen tab is in the tab order. */
export function Segmented<Value extends string>({ label, options, value, onChange, panel }: SegmentedProps<Value>) {
  const list = useRef<HTMLDivElement>(null);

  function onKeyDown(event: KeyboardEvent): void {
    const from = options.findIndex((option) => option.value === value);
    const to = { ArrowRight: from + 1, ArrowLeft: from - 1, Home: 0, End: options.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    const index = (to + options.length) % options.length;
    const next = options[index];
    if (next === undefined) return;
    onChange(next.value);
    const tab = list.current?.children[index];
    if (tab instanceof HTMLElement) tab.focus();
  }

  return (
    <div
      ref={list}
      role="tablist"
      aria-label={label}
      className={css['list']}
      data-tabs={options.length}
      data-chosen={options.findIndex((option) => option.value === value)}
    >
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          role="tab"
          aria-selected={option.value === value}
          aria-controls={panel}
          tabIndex={option.value === value ? 0 : -1}
          className={css['tab']}
          onKeyDown={onKeyDown}
          onClick={() => onChange(option.value)}
        >
          {option.label}
        </button>
      ))}
    </div>
  );
}
