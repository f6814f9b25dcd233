import { useId, useRef, useState, type ChangeEvent, type KeyboardEvent } from 'react';
import { useT } from '#web/lib/texts/i18n.tsx';
import { Icon } from '#web/ui/marks/icon.tsx';
import { isOfInputMethod } from '#web/ui/input-method.ts';
import { chevronDown } from '#web/ui/marks/icons.ts';
import css from '#web/ui/form/control.module.css';
import { Field, type FieldTexts } from '#web/ui/form/field.tsx';
import { Listbox, ListOption, stepOf, useListbox } from './listbox.tsx';
import type { Option } from './select-field.tsx';
import { useField, type FieldIn } from '#web/ui/form/use-field.ts';

interface ComboboxFieldProps<V> extends FieldTexts, FieldIn<V> {
  /** The first option means "not chosen": an emptied field takes it. */
  readonly options: readonly [Option, ...Option[]];
}

/** The typed text, and the part that filters the list: without an unfinished composition of an input method. */
interface Typing {
  readonly text: string;
  readonly filter: string;
}

/**
 * One of many options, found by typing a part of its name: an editable combobox with a list (ARIA pattern). Only an
 * option can be the value: the field resets other text to the value on leaving. Up and Down choose, Enter and Tab
 * accept, Escape resets.
 */
export function ComboboxField<V>({ form, name, options, ...texts }: ComboboxFieldProps<V>) {
  const t = useT();
  const listId = useId();
  const field = useField<V, string>(form, name);
  const control = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const [typing, setTyping] = useState<Typing>();
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(0);
  const [none] = options;
  const current = options.find(({ value }) => value === field.value) ?? none;
  const found = typing === undefined ? options : options.filter(({ label }) => contains(label, typing.filter));
  useListbox({ open, active, control, list });

  const optionId = (index: number) => `${listId}-${index}`;

  function show(): void {
    setActive(Math.max(0, found.indexOf(current)));
    setOpen(true);
  }

  function close(): void {
    setOpen(false);
    setTyping(undefined);
  }

  function take(option: Option | undefined): void {
    if (option !== undefined) field.set(option.value);
    close();
  }

  function type({ currentTarget, nativeEvent }: ChangeEvent<HTMLInputElement>): void {
    const text = currentTarget.value;
    const composing = nativeEvent instanceof InputEvent && nativeEvent.isComposing;
    setTyping({ text, filter: composing ? (typing?.filter ?? '') : text });
    setActive(0);
    setOpen(true);
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (isOfInputMethod(event)) return;
    const step = stepOf(event.key);
    if (step !== undefined && !open) show();
    else if (step !== undefined) setActive((active + step + found.length) % Math.max(1, found.length));
    else if (!open) return;
    else if (event.key === 'Escape') close();
    else if (event.key === 'Enter' || event.key === 'Tab') take(typing?.text === '' ? none : found[active]);
    else return;
    if (event.key !== 'Tab') event.preventDefault();
  }

  return (
    <Field {...texts} id={field.id} lineId={field.lineId} error={field.error}>
      <div ref={control} className={css['control']}>
        <input
          id={field.id}
          name={name}
          className={css['input']}
          role="combobox"
          autoComplete="off"
          spellCheck={false}
          aria-autocomplete="list"
          aria-expanded={open}
          aria-controls={listId}
          aria-activedescendant={open ? optionId(active) : undefined}
          aria-invalid={field.error !== undefined || undefined}
          aria-describedby={field.lineId}
          placeholder={none.label}
          value={typing?.text ?? (current === none ? '' : current.label)}
          onChange={type}
          onCompositionEnd={({ currentTarget: { value } }) => setTyping({ text: value, filter: value })}
          onKeyDown={onKeyDown}
          onClick={() => {
            if (!open) show();
          }}
          // Typing then replaces the current name.
          onFocus={(event) => event.currentTarget.select()}
          onBlur={() => {
            if (typing?.text === '') take(none);
            else close();
            field.blur();
          }}
        />
        <span className={css['frame']} />
        <Icon of={chevronDown} size={18} className={css['chevron']} />
        <Listbox id={listId} list={list} label={typeof texts.label === 'string' ? texts.label : none.label}>
          {found.map((option, index) => (
            <ListOption key={option.value} id={optionId(index)} active={index === active} onTake={() => take(option)}>
              {option.label}
            </ListOption>
          ))}
          {found.length === 0 && (
            <ListOption id={optionId(0)} active={false}>
              {t('f.noMatch')}
            </ListOption>
          )}
        </Listbox>
      </div>
    </Field>
  );
}

function contains(label: string, part: string): boolean {
  return label.toLocaleLowerCase().includes(part.trim().toLocaleLowerCase());
}
