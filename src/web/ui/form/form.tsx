import { useCallback, useId, useRef, useState, useSyncExternalStore, type KeyboardEvent, type ReactNode } from 'react';
import type { RuleContext } from '#contract/rules/rule.ts';
import { useHeldLayout } from '#web/lib/layout.ts';
import type { RefusalHandlers } from '#web/lib/refusals.ts';
import { Button } from '#web/ui/button.tsx';
import { fieldChecks, type FieldRules } from './field-checks.ts';
import { createFormStore, type FieldValue, type FormStore } from './form-store.ts';
import css from './form.module.css';
import { useMarks, type Failure } from './use-marks.ts';
import { focusField, useSubmission, type Run } from './use-submission.ts';

/** A tick that is `false` at first may become true. */
export type Widened<Value> = Value extends boolean ? boolean : Value extends string ? string : never;

type ValuesOf<V> = { readonly [Name in keyof V]: FieldValue };

interface FormOptions<V> {
  readonly defaults: V;
  readonly rules: { readonly [Name in keyof V]?: FieldRules };
  /** What the rules need beside the value. The password of the form, for its confirmation, is known without. */
  readonly context?: (values: V) => RuleContext;
  /** Gets normalised values. A refusal that it throws marks the fields and shows the toast that the catalogue says. */
  readonly onSubmit: (values: V) => Promise<void> | void;
  /** Takes refusals that the catalogue leaves to the caller, and any other that this form words itself. */
  readonly onRefusal?: RefusalHandlers['onCaller'];
  /** Fields of the server that this form calls otherwise. Codes and identifiers are known without. */
  readonly aliases?: Readonly<Record<string, keyof V & string>>;
}

/** A form: what its fields and its shell need, and what a feature may do with it. */
export interface AppForm<V> {
  readonly id: string;
  /** A submission is under way. */
  readonly pending: boolean;
  /** Counts submissions: what a person made visible is hidden again by the next. */
  readonly submissions: number;
  /** A field's value now, without rendering again when it changes; see `useFieldValue`. */
  readonly value: <Name extends keyof V>(name: Name) => V[Name];
  readonly values: () => V;
  /** A text as it is checked and submitted. */
  readonly normalised: (name: keyof V & string) => string;
  readonly set: <Name extends keyof V & string>(name: Name, value: Widened<V[Name]>) => void;
  /** Checks one field as a submission would: shows its failure and goes there. False when it fails. */
  readonly check: (name: keyof V & string) => boolean;
  /** Marks a field with a rule until it changes. */
  readonly fail: (name: keyof V & string, rule: string, as?: string) => void;
  /** Takes such a mark away. */
  readonly clear: (name: keyof V & string) => void;
  /** Takes back that a field may show its failures, as if it had only just come. */
  readonly renew: (name: keyof V & string) => void;
  /** Performs a refusal: marks this form's fields (then it is true), leaves the rest to the catalogue. */
  readonly setRefusal: (error: unknown, onCaller?: RefusalHandlers['onCaller']) => boolean;
  /** Adds to what the rules need beside the value. */
  readonly provide: (context: RuleContext) => void;
  /** Submits at once, unless a submission is under way. */
  readonly submit: () => void;
  readonly focus: (name: keyof V & string) => void;
  /** For the fields of `ui/form`. */
  readonly inner: Inner;
}

interface Inner {
  /** The person submits: by the button, or by Enter. */
  readonly press: () => void;
  readonly attach: (element: HTMLFormElement | null) => void;
  readonly store: FormStore;
  readonly optionsOf: (name: string) => FieldRules | undefined;
  readonly failing: (name: string, value: FieldValue) => string | undefined;
  /** The failure to show: what the server said, else the rule, once the field may show it. */
  readonly markOf: (name: string) => Failure | undefined;
  readonly shows: (name: string) => boolean;
  readonly left: (name: string, value: FieldValue) => void;
  readonly change: (name: string, value: FieldValue) => void;
}

/**
 * The state of a form. Rules run on every change; a failure is shown once the field was left with something in it, or by a submission,
 * and then follows every change. A submission goes to the first field that fails.
 */
export function useAppForm<V extends ValuesOf<V>>(options: FormOptions<V>): AppForm<V> {
  const id = useId();
  const element = useRef<HTMLFormElement>(null);
  const attach = useCallback((form: HTMLFormElement | null) => {
    element.current = form;
  }, []);
  const [store] = useState(() => createFormStore(options.defaults));
  const [shown, setShown] = useState<ReadonlySet<string>>(new Set());
  const provided = useRef<RuleContext>({});
  const run = useRef<Run>({ busy: false, at: 0, from: undefined, goTo: undefined });

  // The store keeps exactly the fields of `defaults`.
  const values = () => store.values() as V;
  const names = Object.keys(options.defaults);
  const show = (more: readonly string[]) => setShown((now) => new Set([...now, ...more]));
  const checks = fieldChecks(options.rules, { store, context });
  const { optionsOf, textOf, failing } = checks;
  const { markOf, fail, clear, clearAll, setRefusal } = useMarks({
    names,
    aliases: options.aliases,
    onRefusal: options.onRefusal,
    kindOf: (name) => optionsOf(name)?.as ?? name,
    onFail: (name) => {
      run.current = { ...run.current, goTo: run.current.goTo ?? name };
    },
  });
  const { pending, submissions, press, submit } = useSubmission({
    element,
    run,
    names,
    validate: checks.validate,
    onBegin: (onScreen) => {
      clearAll();
      // Fields of another tab of the same form have not been asked for.
      show(onScreen);
    },
    send,
  });

  function context(): RuleContext {
    const all: Readonly<Record<string, FieldValue | undefined>> = store.values();
    const password = all['newPassword'] ?? all['password'];
    return { ...(typeof password === 'string' ? { password } : {}), ...provided.current, ...options.context?.(values()) };
  }

  function change(name: string, value: FieldValue): void {
    run.current = { ...run.current, at: 0 };
    store.update(name, { value });
    clear(name);
    checks.checkChange(name);
    // Another field's rule may read this value: a confirmation follows its password.
    for (const other of shown) if (other !== name) store.update(other, {});
  }

  async function send(): Promise<void> {
    const checked = Object.entries(store.values()).map(([name, value]) => [name, typeof value === 'string' ? textOf(name, value) : value]);
    try {
      await options.onSubmit(Object.fromEntries(checked));
    } catch (error) {
      setRefusal(error);
    }
  }

  function check(name: string): boolean {
    show([name]);
    const rule = failing(name, store.get(name).value) ?? markOf(name)?.rule;
    if (rule !== undefined) focusField(element.current, name);
    return rule === undefined;
  }

  function renew(name: string): void {
    clear(name);
    setShown((now) => new Set([...now].filter((other) => other !== name)));
  }

  return {
    id,
    pending,
    submissions,
    values,
    value: (name) => values()[name],
    normalised: (name) => textOf(name, values()[name]),
    set: change,
    check,
    fail,
    clear,
    renew,
    setRefusal,
    provide: (more) => {
      provided.current = { ...provided.current, ...more };
    },
    submit,
    focus: (name) => focusField(element.current, name),
    inner: {
      attach,
      press,
      store,
      optionsOf,
      failing,
      markOf,
      shows: (name) => shown.has(name),
      left: (name, value) => {
        if (value !== '' && value !== false && !shown.has(name)) show([name]);
      },
      change,
    },
  };
}

interface FormShellProps<V> {
  readonly form: AppForm<V>;
  readonly children: ReactNode;
  /** The primary button at the end, full width; absent where a dialog carries it (`<Button type="submit" form={form.id}>`). */
  readonly submitLabel?: ReactNode;
  readonly submitVariant?: 'primary' | 'danger';
  /** Under the button: links, other ways. */
  readonly footer?: ReactNode;
  readonly label?: string;
}

/** The `<form>`: Enter and the button submit it, at most once in 100 ms, and it is inert while it is being sent. */
export function FormShell<V>({ form, children, submitLabel, submitVariant = 'primary', footer, label }: FormShellProps<V>) {
  const { attach, store } = form.inner;
  useHeldLayout(useSyncExternalStore(store.subscribe, store.isChanged, store.isChanged));
  return (
    // The keys are watched, not operated: nothing but the input method's Enter is held back.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <form
      ref={attach}
      id={form.id}
      className={css['form']}
      aria-label={label}
      // Sent before the application runs, a form would put the password into the address: outside a dialog this method sends nothing.
      method="dialog"
      noValidate
      onKeyDown={keepEnterForTheInputMethod}
      onSubmit={(event) => {
        event.preventDefault();
        form.inner.press();
      }}
    >
      <div className={css['fields']} inert={form.pending}>
        {children}
      </div>
      {submitLabel !== undefined && (
        <Button type="submit" variant={submitVariant} size="lg" block busy={form.pending}>
          {submitLabel}
        </Button>
      )}
      {footer}
    </form>
  );
}

/** Safari submits on the Enter that chooses a candidate. */
function keepEnterForTheInputMethod(event: KeyboardEvent): void {
  // 229 is what Safari reports for the key that ends a composition, after `isComposing` is already false.
  if (event.key === 'Enter' && (event.nativeEvent.isComposing || event.keyCode === 229)) event.preventDefault();
}
