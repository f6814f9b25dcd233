import {
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
  type InputHTMLAttributes,
  type ReactNode,
  type RefObject,
} from 'react';
import { useT } from '#web/lib/texts/i18n.tsx';
import { IconButton } from '#web/ui/controls/button.tsx';
import { classes } from '#web/ui/classes.ts';
import { Icon } from '#web/ui/marks/icon.tsx';
import { circleX, loaderCircle } from '#web/ui/marks/icons.ts';
import css from '#web/ui/form/control.module.css';
import { Field, type FieldTexts } from '#web/ui/form/field.tsx';
import { useField, type BoundField, type FieldIn } from '#web/ui/form/use-field.ts';

type Attributes = Omit<InputHTMLAttributes<HTMLInputElement>, 'form' | 'name' | 'value' | 'defaultValue' | 'onChange' | 'id' | 'prefix'>;

export interface TextFieldProps<V> extends FieldTexts, FieldIn<V> {
  /** Attributes of the `<input>`: type, inputMode, autoComplete, placeholder, roles. */
  readonly input?: Attributes;
  /** A fixed part before the text. */
  readonly prefix?: ReactNode;
  /** Shown at the end instead of the clear button. */
  readonly trailing?: ReactNode;
  /** A list that opens under the control. */
  readonly popup?: ReactNode;
  /** Formats the value for display, if that differs from the stored value. */
  readonly display?: (value: string) => string;
  /** Converts typed or pasted text to the value; `before` is the value until then. */
  readonly clean?: (typed: string, before: string) => string;
  readonly inputRef?: RefObject<HTMLInputElement | null>;
  /** The box around the input, the anchor of a list. */
  readonly controlRef?: RefObject<HTMLDivElement | null>;
}

/** A single line of text. */
export function TextField<V>({
  form,
  name,
  input,
  prefix,
  trailing,
  popup,
  display,
  clean,
  inputRef,
  controlRef,
  ...texts
}: TextFieldProps<V>) {
  const t = useT();
  const field = useField<V, string>(form, name);
  const own = useRef<HTMLInputElement>(null);
  const ref = inputRef ?? own;
  const typing = useTyping({ ref, field, display, clean });
  return (
    <Field {...texts} id={field.id} lineId={field.lineId} error={field.error} checking={field.checking}>
      <div ref={controlRef} className={css['control']}>
        {prefix !== undefined && <span className={css['prefix']}>{prefix}</span>}
        <input
          type="text"
          {...input}
          {...typing}
          ref={ref}
          id={field.id}
          name={name}
          className={css['input']}
          aria-invalid={field.error !== undefined || undefined}
          aria-describedby={field.lineId}
          onBlur={(event) => {
            input?.onBlur?.(event);
            field.blur();
          }}
        />
        <span className={css['frame']} />
        {field.checking && <Icon of={loaderCircle} size={16} spin className={css['spinner']} />}
        {trailing ??
          (field.value !== '' && (
            <ClearButton
              label={t('f.clear')}
              onClear={() => {
                field.set('');
                ref.current?.focus();
              }}
            />
          ))}
        {popup}
      </div>
    </Field>
  );
}

/** Not in the tab order, so that Tab leaves the field: keys select and delete its text. */
function ClearButton({ label, onClear }: { readonly label: string; readonly onClear: () => void }) {
  return (
    <IconButton
      icon={circleX}
      iconSize={18}
      label={label}
      keepsFocus
      hasKey
      onClick={onClear}
      className={classes(css['trailing'], css['clear'])}
    />
  );
}

interface Typing {
  readonly ref: RefObject<HTMLInputElement | null>;
  readonly field: Pick<BoundField<string>, 'value' | 'set' | 'beforeSubmission'>;
  readonly display?: ((value: string) => string) | undefined;
  readonly clean?: ((typed: string, before: string) => string) | undefined;
}

/**
 * Value and events of an input. An unfinished composition of an input method is a draft, neither cleaned nor checked.
 * If the display differs from the stored value, the caret stays after the same character.
 */
export function useTyping({ ref, field, display, clean }: Typing) {
  const { value, set, beforeSubmission } = field;
  const [draft, setDraft] = useState<string>();
  const [, renderAgain] = useState(0);
  const caret = useRef<number>(undefined);

  useLayoutEffect(() => {
    const input = ref.current;
    if (caret.current === undefined || input === null || display === undefined) return;
    const place = caretPlace(caret.current, display(value));
    caret.current = undefined;
    input.setSelectionRange(place, place);
  });

  // Text typed or filled in before hydration, or by a program without events, is only in the document.
  const adopt = useEffectEvent(() => {
    const input = ref.current;
    if (input !== null && input.value !== (display?.(value) ?? value)) accept(input);
  });
  useEffect(() => {
    adopt();
    return beforeSubmission(() => adopt());
  }, [beforeSubmission]);

  function accept(input: HTMLInputElement): void {
    const typed = input.value;
    if (display !== undefined && clean !== undefined) {
      caret.current = clean(typed.slice(0, input.selectionStart ?? typed.length), value).length;
      renderAgain((count) => count + 1);
    }
    setDraft(undefined);
    set(clean?.(typed, value) ?? typed);
  }

  return {
    value: draft ?? display?.(value) ?? value,
    onChange: (event: { readonly currentTarget: HTMLInputElement; readonly nativeEvent: Event }) => {
      const { nativeEvent } = event;
      if (nativeEvent instanceof InputEvent && nativeEvent.isComposing) setDraft(event.currentTarget.value);
      else accept(event.currentTarget);
    },
    onCompositionEnd: (event: { readonly currentTarget: HTMLInputElement }) => accept(event.currentTarget),
  };
}

/** The caret position after `count` stored characters of a text that is displayed with spaces. */
export function caretPlace(count: number, shown: string): number {
  let place = 0;
  for (let kept = 0; place < shown.length && kept < count; place += 1) if (shown[place] !== ' ') kept += 1;
  return place;
}
