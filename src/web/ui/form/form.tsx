import { useCallback, useId, useRef, useState, useSyncExternalStore, type KeyboardEvent, type ReactNode, useEffect } from 'react';
import type { RuleContext } from '#contract/rules/rule.ts';
import { useHeldLayout } from '#web/lib/page/layout.ts';
import type { RefusalHandlers } from '#web/lib/api/refusals.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { isOfInputMethod } from '#web/ui/input-method.ts';
import type { FieldRules } from './field-checks.ts';
import type { FieldValue, FormStore } from './form-store.ts';
import css from './form.module.css';
import { useFields, type Fields, type FormOptions, type ValuesOf } from './use-fields.ts';
import type { Failure } from './use-marks.ts';
import { focusField, useSubmission, type Run } from './use-submission.ts';

/** Widens a literal `false` to boolean, so that a checkbox can be ticked. */
export type Widened<Value> = Value extends boolean ? boolean : Value extends string ? string : never;

/** A form: the interface for its fields, its shell and the feature that owns it. */
export interface AppForm<V> {
  readonly id: string;
  /** A submission is pending. */
  readonly pending: boolean;
  /** Counts submissions: a revealed password is hidden again by the next one. */
  readonly submissions: number;
  /** The last submission did not go through: a refusal, no answer, or the person canceled it. */
  readonly refused: boolean;
  /** A field's current value, without a render when it changes; see `useFieldValue`. */
  readonly value: <Name extends keyof V>(name: Name) => V[Name];
  readonly values: () => V;
  /** A text in the form that is checked and submitted. */
  readonly normalized: (name: keyof V & string) => string;
  /** Changes a value for the application. An emptied field shows no failure, because the person left nothing out. */
  readonly set: <Name extends keyof V & string>(name: Name, value: Widened<V[Name]>) => void;
  /**
   * Checks one field as a submission does, the check by the server included: shows its failure and focuses it. False if
   * it fails. A late answer of the server is ignored.
   */
  readonly check: (name: keyof V & string) => Promise<boolean>;
  /** Marks a field with a rule until it changes. */
  readonly fail: (name: keyof V & string, rule: string, as?: string) => void;
  /** Removes such a mark. */
  readonly clear: (name: keyof V & string) => void;
  /** Hides a field's failures again, as if the field were new. */
  readonly renew: (name: keyof V & string) => void;
  /** Handles a refusal: marks this form's fields (then returns true), leaves the rest to the catalogue. */
  readonly setRefusal: (error: unknown, onCaller?: RefusalHandlers['onCaller']) => boolean;
  /** Adds context for the rules, besides the value. */
  readonly provide: (context: RuleContext) => void;
  /** Submits immediately, unless a submission is pending. */
  readonly submit: () => void;
  readonly focus: (name: keyof V & string) => void;
  /** The submission is irreversible: Enter in a field does not send it. */
  readonly isDanger: boolean;
  /** For the fields of `ui/form`. */
  readonly inner: Inner;
}

interface Inner {
  /** Submission by the person: with the button, or with Enter. */
  readonly press: () => void;
  readonly attach: (element: HTMLFormElement | null) => void;
  readonly store: FormStore;
  readonly optionsOf: (name: string) => FieldRules | undefined;
  readonly failing: (name: string, value: FieldValue) => string | undefined;
  /** The failure to show: the server's, or the failed rule if the field may show it. */
  readonly markOf: (name: string) => Failure | undefined;
  readonly shows: (name: string) => boolean;
  readonly left: (name: string, value: FieldValue) => void;
  readonly change: (name: string, value: FieldValue) => void;
  /** Calls `read` before each submission, which takes what stands in an input. Returns the end of it. */
  readonly beforeSubmission: (read: () => void) => () => void;
}

/**
 * The state of a form. Rules run on every change. A failure is shown after a non-empty field was left or after a
 * submission, and then follows every change. A submission focuses the first failing field.
 */
export function useAppForm<V extends ValuesOf<V>>(options: FormOptions<V>): AppForm<V> {
  const id = useId();
  const element = useRef<HTMLFormElement>(null);
  const attach = useCallback((form: HTMLFormElement | null) => {
    element.current = form;
  }, []);
  const run = useRef<Run>({ busy: false, at: 0, from: undefined, goTo: undefined });
  const { readAll, beforeSubmission } = useReaders();
  const afterPress = useAfterPress();
  const focus = (name: string) => focusField(element.current, name);
  const fields = useFields(options, {
    focus,
    onChange: () => {
      run.current = { ...run.current, at: 0 };
    },
    onFail: (name) => {
      run.current = { ...run.current, goTo: run.current.goTo ?? name };
    },
  });
  const { store, checks, marks, change, set, check, renew, show } = fields;
  const { refused, send } = useSend(options, fields);
  const { pending, submissions, press, submit } = useSubmission({
    element,
    run,
    names: Object.keys(options.defaults),
    validate: checks.validate,
    onBegin: (onScreen) => {
      // A program that fills a form in may tell nobody of it.
      readAll();
      marks.clearAll();
      // Fields on another tab of the same form show no failures.
      show(onScreen);
    },
    send,
  });

  return {
    id,
    pending,
    submissions,
    refused,
    values: fields.values,
    value: (name) => fields.values()[name],
    normalized: (name) => checks.textOf(name, fields.values()[name]),
    set,
    check,
    fail: marks.fail,
    clear: marks.clear,
    renew,
    setRefusal: marks.setRefusal,
    provide: fields.provide,
    submit,
    focus,
    isDanger: options.isDanger === true,
    inner: {
      attach,
      press,
      store,
      optionsOf: checks.optionsOf,
      failing: checks.failing,
      markOf: marks.markOf,
      shows: fields.shows,
      left: (name, value) => {
        if (value !== '' && value !== false && !fields.shows(name)) afterPress(() => show([name]));
      },
      change,
      beforeSubmission,
    },
  };
}

function useSend<V extends ValuesOf<V>>(
  { onSubmit }: FormOptions<V>,
  { store, checks, marks }: Pick<Fields<V>, 'store' | 'checks' | 'marks'>,
) {
  const [refused, setRefused] = useState(false);

  async function send(): Promise<void> {
    const checked = Object.entries(store.values()).map(([name, value]) => [
      name,
      typeof value === 'string' ? checks.textOf(name, value) : value,
    ]);
    try {
      await onSubmit(Object.fromEntries(checked));
      setRefused(false);
    } catch (error) {
      setRefused(true);
      marks.setRefusal(error);
    }
  }

  return { refused, send };
}

function useReaders() {
  const readers = useRef(new Set<() => void>());
  const readAll = () => {
    for (const read of readers.current) read();
  };
  const beforeSubmission = useCallback((read: () => void) => {
    readers.current.add(read);
    return () => void readers.current.delete(read);
  }, []);
  return { readAll, beforeSubmission };
}

interface FormButtonProps<V> {
  readonly form: AppForm<V>;
  readonly size?: 'lg';
  readonly block?: boolean;
  readonly children: ReactNode;
}

/** The button that sends a form; in a form of an irreversible act the only way to send it. */
export function FormButton<V>({ form, children, ...look }: FormButtonProps<V>) {
  return form.isDanger ? (
    <Button {...look} variant="danger" busy={form.pending} onClick={form.inner.press}>
      {children}
    </Button>
  ) : (
    <Button {...look} variant="primary" type="submit" form={form.id} busy={form.pending}>
      {children}
    </Button>
  );
}

interface FormShellProps<V> {
  readonly form: AppForm<V>;
  readonly children: ReactNode;
  /** The primary button at the end, full width; absent if a dialog has it (`<Button type="submit" form={form.id}>`). */
  readonly submitLabel?: ReactNode;
  /** Below the button: links, alternatives. */
  readonly footer?: ReactNode;
  readonly label?: string | undefined;
}

/** The `<form>`: Enter and the button submit it, at most once in 100 ms, and it is inert during a submission. */
export function FormShell<V>({ form, children, submitLabel, footer, label }: FormShellProps<V>) {
  const { attach, store } = form.inner;
  useHeldLayout(useSyncExternalStore(store.subscribe, store.isChanged, store.isChanged));
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it only watches keys, to hold back the Enter of input methods
    <form
      ref={attach}
      id={form.id}
      className={css['form']}
      aria-label={label}
      // A native submission before the application runs would put the password into the URL. Outside a dialog this
      // method sends nothing.
      method="dialog"
      noValidate
      onKeyDown={keepEnterForTheInputMethod}
      onSubmit={(event) => {
        event.preventDefault();
        if (!form.isDanger) form.inner.press();
      }}
    >
      <div className={css['fields']} inert={form.pending}>
        {children}
      </div>
      {submitLabel !== undefined && (
        <FormButton form={form} size="lg" block>
          {submitLabel}
        </FormButton>
      )}
      {footer}
    </form>
  );
}

/** Safari submits on the Enter that accepts an input method's candidate. */
function keepEnterForTheInputMethod(event: KeyboardEvent): void {
  if (event.key === 'Enter' && isOfInputMethod(event)) event.preventDefault();
}

/**
 * Runs work at once or, while a pointer is pressed, after its click: a line that appears meanwhile would move the
 * pressed button away from under the pointer.
 */
function useAfterPress(): (work: () => void) => void {
  const press = useRef<{ isDown: boolean; readonly waiting: (() => void)[] }>({ isDown: false, waiting: [] });
  useEffect(() => {
    const stop = new AbortController();
    const on = { capture: true, signal: stop.signal };
    const release = (): void => {
      press.current.isDown = false;
      const works = press.current.waiting.splice(0);
      // The click follows in the same task.
      if (works.length > 0) setTimeout(() => works.forEach((work) => work()));
    };
    document.addEventListener('pointerdown', () => void (press.current.isDown = true), on);
    document.addEventListener('pointerup', release, on);
    document.addEventListener('pointercancel', release, on);
    return () => stop.abort();
  }, []);
  return (work) => {
    if (press.current.isDown) press.current.waiting.push(work);
    else work();
  };
}
