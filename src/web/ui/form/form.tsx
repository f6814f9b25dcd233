import { useCallback, useId, useRef, useSyncExternalStore, type KeyboardEvent, type ReactNode } from 'react';
import type { RuleContext } from '#contract/rules/rule.ts';
import { useHeldLayout } from '#web/lib/layout.ts';
import type { RefusalHandlers } from '#web/lib/refusals.ts';
import { Button } from '#web/ui/button.tsx';
import type { FieldRules } from './field-checks.ts';
import type { FieldValue, FormStore } from './form-store.ts';
import css from './form.module.css';
import { useFields, type FormOptions, type ValuesOf } from './use-fields.ts';
import type { Failure } from './use-marks.ts';
import { focusField, useSubmission, type Run } from './use-submission.ts';

/** A tick that is `false` at first may become true. */
export type Widened<Value> = Value extends boolean ? boolean : Value extends string ? string : never;

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
  const run = useRef<Run>({ busy: false, at: 0, from: undefined, goTo: undefined });
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
  const { store, checks, marks, change, check, renew, show } = fields;
  const { pending, submissions, press, submit } = useSubmission({
    element,
    run,
    names: Object.keys(options.defaults),
    validate: checks.validate,
    onBegin: (onScreen) => {
      marks.clearAll();
      // Fields of another tab of the same form have not been asked for.
      show(onScreen);
    },
    send,
  });

  async function send(): Promise<void> {
    const checked = Object.entries(store.values()).map(([name, value]) => [
      name,
      typeof value === 'string' ? checks.textOf(name, value) : value,
    ]);
    try {
      await options.onSubmit(Object.fromEntries(checked));
    } catch (error) {
      marks.setRefusal(error);
    }
  }

  return {
    id,
    pending,
    submissions,
    values: fields.values,
    value: (name) => fields.values()[name],
    normalised: (name) => checks.textOf(name, fields.values()[name]),
    set: change,
    check,
    fail: marks.fail,
    clear: marks.clear,
    renew,
    setRefusal: marks.setRefusal,
    provide: fields.provide,
    submit,
    focus,
    inner: {
      attach,
      press,
      store,
      optionsOf: checks.optionsOf,
      failing: checks.failing,
      markOf: marks.markOf,
      shows: fields.shows,
      left: (name, value) => {
        if (value !== '' && value !== false && !fields.shows(name)) show([name]);
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
  readonly label?: string | undefined;
}

/** The `<form>`: Enter and the button submit it, at most once in 100 ms, and it is inert while it is being sent. */
export function FormShell<V>({ form, children, submitLabel, submitVariant = 'primary', footer, label }: FormShellProps<V>) {
  const { attach, store } = form.inner;
  useHeldLayout(useSyncExternalStore(store.subscribe, store.isChanged, store.isChanged));
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys are watched, not operated: nothing but the input method's Enter is held back
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
