import { useRef, useState } from 'react';
import type { RuleContext } from '#contract/rules/rule.ts';
import type { RefusalHandlers } from '#web/lib/api/refusals.ts';
import { fieldChecks, type FieldChecks, type FieldRules } from './field-checks.ts';
import { createFormStore, type FieldValue, type FormStore } from './form-store.ts';
import { useMarks, type Marks } from './use-marks.ts';

export type ValuesOf<V> = { readonly [Name in keyof V]: FieldValue };

export interface FormOptions<V> {
  readonly defaults: V;
  readonly rules: { readonly [Name in keyof V]?: FieldRules };
  /** Context of the rules besides the value. The form's password, for its confirmation, is included automatically. */
  readonly context?: (values: V) => RuleContext;
  /** The submission is irreversible: its button is the danger button, and Enter in a field does nothing. */
  readonly isDanger?: boolean;
  /** Gets normalized values. A refusal that it throws marks the fields and shows the catalogue's toast. */
  readonly onSubmit: (values: V) => Promise<void> | void;
  /** Handles refusals that the catalogue leaves to the caller, and others that this form words itself. */
  readonly onRefusal?: RefusalHandlers['onCaller'];
  /** Server field names that differ from this form's names. Codes and identifiers are mapped automatically. */
  readonly aliases?: Readonly<Record<string, keyof V & string>>;
}

/** The fields of a form: their values, checks and marks, and which of them may show a failure. */
export interface Fields<V> {
  readonly store: FormStore;
  readonly values: () => V;
  readonly checks: FieldChecks;
  readonly marks: Marks;
  /** Adds context for the rules, besides the value. */
  readonly provide: (context: RuleContext) => void;
  readonly shows: (name: string) => boolean;
  readonly show: (names: readonly string[]) => void;
  /** The person changes a value. */
  readonly change: (name: string, value: FieldValue) => void;
  /** The application changes a value. */
  readonly set: (name: string, value: FieldValue) => void;
  readonly check: (name: string) => Promise<boolean>;
  readonly renew: (name: string) => void;
}

interface FieldEvents {
  readonly focus: (name: string) => void;
  /** The person has changed a value. */
  readonly onChange: () => void;
  /** A field was marked. */
  readonly onFail: (name: string) => void;
}

export function useFields<V extends ValuesOf<V>>(options: FormOptions<V>, { focus, onChange, onFail }: FieldEvents): Fields<V> {
  const [store] = useState(() => createFormStore(options.defaults));
  const [shown, setShown] = useState<ReadonlySet<string>>(new Set());
  const provided = useRef<RuleContext>({});

  // The store has exactly the fields of `defaults`.
  const values = () => store.values() as V;
  const show = (names: readonly string[]) => setShown((now) => new Set([...now, ...names]));
  const checks = fieldChecks(options.rules, { store, context });
  const marks = useMarks({
    names: Object.keys(options.defaults),
    aliases: options.aliases,
    onRefusal: options.onRefusal,
    kindOf: (name) => checks.optionsOf(name)?.as ?? name,
    onFail,
  });

  function context(): RuleContext {
    const all: Readonly<Record<string, FieldValue | undefined>> = store.values();
    const password = all['newPassword'] ?? all['password'];
    return { ...(typeof password === 'string' ? { password } : {}), ...provided.current, ...options.context?.(values()) };
  }

  function provide(more: RuleContext): void {
    provided.current = { ...provided.current, ...more };
  }

  function change(name: string, value: FieldValue): void {
    onChange();
    store.update(name, { value });
    marks.clear(name);
    checks.checkChange(name);
    // Another field's rule may use this value: a confirmation follows its password.
    for (const other of shown) if (other !== name) store.update(other, {});
  }

  async function check(name: string): Promise<boolean> {
    show([name]);
    const marked = marks.markOf(name)?.rule;
    const rule = marked ?? (await checks.validateInTime(name));
    if (rule !== undefined) focus(name);
    return rule === undefined;
  }

  function renew(name: string): void {
    marks.clear(name);
    setShown((now) => new Set([...now].filter((other) => other !== name)));
  }

  /** A value that the application takes away is no failure of the person: the field is as new. */
  function set(name: string, value: FieldValue): void {
    change(name, value);
    if (value === '') renew(name);
  }

  return { store, values, checks, marks, provide, shows: (name) => shown.has(name), show, change, set, check, renew };
}
