import { useId, useRef, useState, type KeyboardEvent } from 'react';
import { mailDomainsFor } from '#contract/vocabulary/mail-domains.ts';
import { useLanguage, useT } from '#web/lib/texts/i18n.tsx';
import type { FieldTexts } from '#web/ui/form/field.tsx';
import type { Widened } from '#web/ui/form/form.tsx';
import { Listbox, ListOption, stepOf, useListbox } from '#web/ui/form/fields/listbox.tsx';
import { TextField } from '#web/ui/form/fields/text-field.tsx';
import { useFieldValue, type NameOf, type FieldIn } from '#web/ui/form/use-field.ts';
import { isOfInputMethod } from '#web/ui/input-method.ts';
import { mailSuggestions } from './mail-suggestions.ts';

interface EmailFieldProps<V> extends Partial<FieldTexts>, FieldIn<V> {
  /** Also accepts a phone number or a username, without suggestions before an at-sign: for sign-in and recovery. */
  readonly identifier?: boolean;
  readonly autoComplete?: string;
  readonly placeholder?: string;
}

/**
 * An email address with suggestions for its domain (an editable combobox with a list, ARIA pattern). Up and Down
 * choose, Enter and Tab accept, Escape closes; Enter submits only while the list is closed.
 */
export function EmailField<V>({ form, name, identifier = false, autoComplete, placeholder, ...texts }: EmailFieldProps<V>) {
  const t = useT();
  const language = useLanguage();
  const listId = useId();
  const control = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const value = String(useFieldValue(form, name));
  // A closed list stays closed until the text changes; a field without the focus shows no list.
  const [closedAt, setClosedAt] = useState<string>();
  const [isFocused, setFocused] = useState(false);
  const [chosen, setChosen] = useState({ at: '', index: 0 });

  const suggestions = isFocused && closedAt !== value ? mailSuggestions(value, mailDomainsFor(language)) : [];
  const isOpen = suggestions.length > 0;
  const active = chosen.at === value ? chosen.index : 0;
  useListbox({ open: isOpen, active, control, list });

  const optionId = (index: number) => `${listId}-${index}`;

  function accept(suggestion: string | undefined): void {
    if (suggestion === undefined) return;
    // The name guarantees that the field is a text.
    form.set(name, suggestion as Widened<V[NameOf<V, string>]>);
    setClosedAt(suggestion);
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (!isOpen || isOfInputMethod(event)) return;
    const step = stepOf(event.key);
    if (step !== undefined) setChosen({ at: value, index: (active + step + suggestions.length) % suggestions.length });
    else if (event.key === 'Escape') setClosedAt(value);
    else if (event.key === 'Enter' || event.key === 'Tab') accept(suggestions[active]);
    else return;
    if (event.key !== 'Tab') event.preventDefault();
  }

  return (
    <TextField
      {...texts}
      form={form}
      name={name}
      label={texts.label ?? t(identifier ? 'f.account' : 'f.email')}
      controlRef={control}
      clean={withAsciiAt}
      input={{
        type: identifier ? 'text' : 'email',
        inputMode: 'email',
        autoComplete: autoComplete ?? (identifier ? 'username' : 'email'),
        autoCapitalize: 'none',
        spellCheck: false,
        placeholder: placeholder ?? t(identifier ? 'f.account.ph' : 'f.email.ph'),
        role: 'combobox',
        'aria-autocomplete': 'list',
        'aria-expanded': isOpen,
        'aria-controls': listId,
        'aria-activedescendant': isOpen ? optionId(active) : undefined,
        onKeyDown,
        onFocus: () => setFocused(true),
        onBlur: () => setFocused(false),
      }}
      popup={
        <Listbox id={listId} list={list} label={t('rg.suffix')}>
          {suggestions.map((suggestion, index) => (
            <ListOption key={suggestion} id={optionId(index)} active={index === active} onTake={() => accept(suggestion)}>
              <b>{suggestion.slice(0, value.length)}</b>
              <span>{suggestion.slice(value.length)}</span>
            </ListOption>
          ))}
        </Listbox>
      }
    />
  );
}

/** Chinese keyboards type a full-width at-sign. */
function withAsciiAt(typed: string): string {
  return typed.replace('\uff20', '@');
}
