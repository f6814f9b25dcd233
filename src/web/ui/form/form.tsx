import { useCallback, useEffect, useId, useRef, useState, useSyncExternalStore, type KeyboardEvent, type ReactNode } from 'react';
import { limits } from '#contract/limits.ts';
import { firstFailing, type RuleContext, type Rules } from '#contract/rules/rule.ts';
import { useT } from '#web/lib/i18n.tsx';
import { useHeldLayout } from '#web/lib/layout.ts';
import { isEnded } from '#web/lib/person-state.ts';
import { handleRefusal, type RefusalHandlers } from '#web/lib/refusals.ts';
import { announce } from '#web/ui/announce.tsx';
import { Button } from '#web/ui/button.tsx';
import { createFormStore, type FormStore } from './form-store.ts';
import { submissionWaitMs, type RemoteCheck } from './remote-check.ts';
import css from './form.module.css';

/** Texts, and ticks of checkboxes. */
export type FieldValue = string | boolean;

/** A tick that is `false` at first may become true. */
export type Widened<Value> = Value extends boolean ? boolean : Value extends string ? string : never;

type ValuesOf<V> = { readonly [Name in keyof V]: FieldValue };

/** How one field is checked. */
export interface FieldRules {
  readonly rules: Rules;
  /** The field kind by which the texts of its rules are found; by default the field's own name. */
  readonly as?: string;
  /** Applied before every check and to the value that is submitted. */
  readonly normalise?: (value: string) => string;
  readonly remote?: RemoteCheck;
}

/** A rule that failed on a field, as the text for it is found. */
export interface Failure {
  readonly as: string;
  readonly rule: string;
}

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

const usualAliases: Readonly<Record<string, readonly string[]>> = {
  smsCode: ['code'],
  emailCode: ['code'],
  phone: ['account', 'contact'],
  email: ['account', 'contact'],
  username: ['account'],
  password: ['newPassword'],
};

/**
 * The state of a form. Rules run on every change; a failure is shown once the field was left with something in it, or by a submission,
 * and then follows every change. A submission goes to the first field that fails.
 */
export function useAppForm<V extends ValuesOf<V>>(options: FormOptions<V>): AppForm<V> {
  const t = useT();
  const id = useId();
  const element = useRef<HTMLFormElement>(null);
  const attach = useCallback((form: HTMLFormElement | null) => {
    element.current = form;
  }, []);
  const [store] = useState(() => createFormStore(options.defaults));
  const [shown, setShown] = useState<ReadonlySet<string>>(new Set());
  const [marks, setMarks] = useState<Readonly<Record<string, Failure>>>({});
  const [pending, setPending] = useState(false);
  const [submissions, setSubmissions] = useState(0);
  const provided = useRef<RuleContext>({});
  const run = useRef({ busy: false, at: 0, from: undefined as Element | null | undefined, goTo: undefined as string | undefined });

  // The store keeps exactly the fields of `defaults`.
  const values = () => store.values() as V;
  const optionsOf = (name: string) => (options.rules as Readonly<Record<string, FieldRules | undefined>>)[name];
  const textOf = (name: string, value: FieldValue) => {
    const text = typeof value === 'string' ? value : value ? 'on' : '';
    return optionsOf(name)?.normalise?.(text) ?? text;
  };

  function context(): RuleContext {
    const all: Readonly<Record<string, FieldValue | undefined>> = store.values();
    const password = all['newPassword'] ?? all['password'];
    return { ...(typeof password === 'string' ? { password } : {}), ...provided.current, ...options.context?.(values()) };
  }

  function failing(name: string, value: FieldValue): string | undefined {
    const field = optionsOf(name);
    if (field === undefined) return undefined;
    const text = textOf(name, value);
    return firstFailing(field.rules, text, context()) ?? (field.remote?.known(text) === true ? field.remote.rule : undefined);
  }

  /** The rule that fails, at once where no server need be asked. */
  function validate(name: string): string | undefined | Promise<string | undefined> {
    const { value } = store.get(name);
    const rule = failing(name, value);
    const remote = optionsOf(name)?.remote;
    const text = textOf(name, value);
    if (rule !== undefined || remote === undefined || text === '') return rule;
    return remote.ask(text).then((fails) => (fails ? remote.rule : undefined));
  }

  /** What the server answers about a value counts only while the field holds it. */
  function checkChange(name: string): void {
    const { value } = store.get(name);
    const answer = validate(name);
    store.update(name, { checking: answer instanceof Promise });
    if (answer instanceof Promise) {
      void answer.finally(() => {
        if (store.get(name).value === value) store.update(name, { checking: false });
      });
    }
  }

  function change(name: string, value: FieldValue): void {
    run.current.at = 0;
    store.update(name, { value });
    clear(name);
    checkChange(name);
    // Another field's rule may read this value: a confirmation follows its password.
    for (const other of shown) if (other !== name) store.update(other, {});
  }

  function focus(name: string): void {
    const fields = Array.from(element.current?.elements ?? []);
    const field = fields.find((each) => each instanceof HTMLElement && each.getAttribute('name') === name);
    if (field instanceof HTMLElement) field.focus();
  }

  function fail(name: string, rule: string, as = optionsOf(name)?.as ?? name): void {
    setMarks((now) => ({ ...now, [name]: { as, rule } }));
    run.current.goTo ??= name;
  }

  function setRefusal(error: unknown, onCaller = options.onRefusal): boolean {
    const known = Object.keys(options.defaults);
    let marked = false;
    handleRefusal(error, {
      onField: (field, rule) => {
        const names = [field, options.aliases?.[field], ...(usualAliases[field] ?? [])];
        const name = names.find((each) => each !== undefined && known.includes(each));
        if (name === undefined) return false;
        fail(name, rule, field);
        marked = true;
        return true;
      },
      ...(onCaller === undefined ? {} : { onCaller }),
    });
    return marked;
  }

  /** A second press within a moment, with nothing changed between, is a double click. What the application submits itself is none. */
  function press(): void {
    if (moment() - run.current.at >= limits.submitDebounceMs) submit();
  }

  function submit(): void {
    if (run.current.busy) return;
    run.current = { busy: true, at: moment(), from: document.activeElement, goTo: undefined };
    setPending(true);
    setMarks({});
    setSubmissions((count) => count + 1);
    // Fields of another tab of the same form have not been asked for.
    setShown((already) => new Set([...already, ...namesOnScreen()]));
    void send().finally(() => {
      // A session has begun or ended by it: the form is not sent again while the next document is on its way.
      if (isEnded()) return;
      run.current.busy = false;
      setPending(false);
    });
  }

  async function send(): Promise<void> {
    const failed = await failuresOnScreen();
    if (failed.length > 0) {
      run.current.goTo = failed[0];
      announce(t('v.summary', { n: failed.length }));
      return;
    }
    const checked = Object.entries(store.values()).map(([name, value]) => [name, typeof value === 'string' ? textOf(name, value) : value]);
    try {
      await options.onSubmit(Object.fromEntries(checked));
    } catch (error) {
      setRefusal(error);
    }
  }

  /** The fields that the person sees, in their order. A form has other inputs too: the username for a password manager. */
  function namesOnScreen(): readonly string[] {
    const names = Array.from(element.current?.elements ?? [], (each) => each.getAttribute('name') ?? '');
    return [...new Set(names)].filter((name) => name in options.defaults);
  }

  /** In their order on screen. A server that does not answer in time does not hold the form up: it decides again anyway. */
  async function failuresOnScreen(): Promise<readonly string[]> {
    const names = namesOnScreen();
    const rules = await Promise.all(names.map((name) => Promise.race([validate(name), after(submissionWaitMs)])));
    return names.filter((_, index) => rules[index] !== undefined);
  }

  // A form that was inert while it was sent has lost the focus: it goes to what failed, else back to where it was.
  useEffect(() => {
    const { goTo, from } = run.current;
    if (pending) return;
    if (goTo !== undefined) focus(goTo);
    else if (from instanceof HTMLElement && document.activeElement === document.body && from.isConnected) from.focus();
    run.current.goTo = undefined;
    run.current.from = undefined;
  });

  return {
    id,
    pending,
    submissions,
    values,
    value: (name) => values()[name],
    normalised: (name) => textOf(name, values()[name]),
    set: change,
    check: (name) => {
      setShown((now) => new Set([...now, name]));
      const rule = failing(name, values()[name]) ?? marks[name]?.rule;
      if (rule !== undefined) focus(name);
      return rule === undefined;
    },
    fail,
    clear,
    renew: (name) => {
      clear(name);
      setShown((now) => new Set([...now].filter((other) => other !== name)));
    },
    setRefusal,
    provide: (more) => {
      provided.current = { ...provided.current, ...more };
    },
    submit,
    focus,
    inner: {
      attach,
      press,
      store,
      optionsOf,
      failing,
      markOf: (name) => marks[name],
      shows: (name) => shown.has(name),
      left: (name, value) => {
        if (value !== '' && value !== false && !shown.has(name)) setShown((now) => new Set([...now, name]));
      },
      change,
    },
  };

  function clear(name: string): void {
    setMarks((now) => (name in now ? Object.fromEntries(Object.entries(now).filter(([other]) => other !== name)) : now));
  }
}

function moment(): number {
  return Date.now();
}

function after(ms: number): Promise<undefined> {
  return new Promise((resolve) => {
    setTimeout(() => resolve(undefined), ms);
  });
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
