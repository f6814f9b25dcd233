import { useEffect, type ReactNode, type RefObject } from 'react';
import { useAnchored } from '#web/ui/controls/anchored.ts';
import css from './listbox.module.css';

interface ListboxState {
  readonly open: boolean;
  /** The index of the option chosen by the keys. */
  readonly active: number;
  /** The box around the input. */
  readonly control: RefObject<HTMLElement | null>;
  readonly list: RefObject<HTMLUListElement | null>;
}

/** Keeps the list of an editable combobox (ARIA pattern) under its control and the chosen option visible. */
export function useListbox({ open, active, control, list }: ListboxState): void {
  useEffect(() => {
    // In the top layer, because a dialog's body would cut it off.
    list.current?.togglePopover(open);
  }, [open, list]);
  useAnchored({ open, anchor: control, panel: list, align: 'both' });
  useEffect(() => {
    const option = list.current?.children[active];
    if (open && option instanceof HTMLElement) keepInView(option);
  }, [open, active, list]);
}

/** The step of a key through a list; undefined for other keys. */
export function stepOf(key: string): number | undefined {
  return { ArrowDown: 1, ArrowUp: -1 }[key];
}

interface ListboxProps {
  readonly id: string;
  readonly list: RefObject<HTMLUListElement | null>;
  readonly label: string;
  readonly children: ReactNode;
}

/** The list of an editable combobox. */
export function Listbox({ id, list, label, children }: ListboxProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role, jsx-a11y/no-noninteractive-element-to-interactive-role -- a <datalist> cannot be drawn
    <ul ref={list} id={id} role="listbox" aria-label={label} className={css['list']} popover="manual">
      {children}
    </ul>
  );
}

interface ListOptionProps {
  readonly id: string;
  readonly active: boolean;
  /** Absent for a line that only reports an empty list. */
  readonly onTake?: () => void;
  readonly children: ReactNode;
}

/** One line of a {@link Listbox}. */
export function ListOption({ id, active, onTake, children }: ListOptionProps) {
  return (
    // Operated from the input, which keeps the focus. On mouse down, because the list closes when the input loses the
    // focus.
    // oxlint-disable jsx-a11y/interactive-supports-focus, jsx-a11y/prefer-tag-over-role, jsx-a11y/no-noninteractive-element-to-interactive-role -- as above
    <li
      id={id}
      role="option"
      aria-selected={active}
      aria-disabled={onTake === undefined || undefined}
      className={css['option']}
      onMouseDown={(event) => {
        event.preventDefault();
        onTake?.();
      }}
    >
      {children}
    </li>
  );
}

/** Scrolls only the list, not its surroundings. */
function keepInView({ parentElement: list, offsetTop, offsetHeight }: HTMLElement): void {
  if (list === null) return;
  list.scrollTop = Math.max(offsetTop + offsetHeight - list.clientHeight, Math.min(list.scrollTop, offsetTop));
}
