import { useSyncExternalStore } from 'react';
import { useT } from '#web/lib/texts/i18n.tsx';
import { ruleText } from '#web/lib/texts/rule-text.ts';
import type { FieldState, FieldValue } from './form-store.ts';
import type { AppForm } from './form.tsx';

/** The names of the fields with a given value type. */
export type NameOf<V, Type extends FieldValue> = { [Name in keyof V]: V[Name] extends Type ? Name : never }[keyof V] & string;

/** A field with a text, by its form and name. */
export interface FieldIn<V> {
  readonly form: AppForm<V>;
  readonly name: NameOf<V, string>;
}

/** The state of one field in a form. */
export interface BoundField<Type extends FieldValue> {
  readonly id: string;
  /** The id of the line below the control, which describes the control. */
  readonly lineId: string;
  readonly value: Type;
  readonly set: (value: Type) => void;
  readonly blur: () => void;
  readonly beforeSubmission: (read: () => void) => () => void;
  /** The text of the failure to show. */
  readonly error: string | undefined;
  /** The server is checking this value. */
  readonly checking: boolean;
}

/** Binds a control to a field of a form; it renders again when that field changes. */
export function useField<V, Type extends FieldValue>(form: AppForm<V>, name: NameOf<V, Type>): BoundField<Type> {
  const t = useT();
  const { inner } = form;
  const state = useFieldState(form, name);
  // The name guarantees the type of the field.
  const value = state.value as Type;
  const rule = inner.shows(name) ? inner.failing(name, value) : undefined;
  const { as = name, words } = inner.optionsOf(name) ?? {};
  const failure = inner.markOf(name) ?? (rule === undefined ? undefined : { as, rule });
  const textOf = (failed: NonNullable<typeof failure>): string | undefined => {
    const own = words?.[failed.rule];
    return own === undefined ? ruleText(failed.as, failed.rule, t) : t(own);
  };
  const id = `${form.id}-${name}`;
  return {
    id,
    lineId: `${id}-line`,
    value,
    set: (next) => inner.change(name, next),
    blur: () => inner.left(name, value),
    beforeSubmission: inner.beforeSubmission,
    error: failure && textOf(failure),
    checking: state.checking,
  };
}

/** A field's value, for rendering. */
export function useFieldValue<V, Name extends keyof V & string>(form: AppForm<V>, name: Name): V[Name] {
  return useFieldState(form, name).value as V[Name];
}

/** Whether a field differs from the given values, so that leaving would lose something. */
export function useIsChanged<V>({ inner: { store } }: AppForm<V>, from: V): boolean {
  const isChanged = () =>
    Object.entries(from as Readonly<Record<string, unknown>>).some(([name, value]) => store.get(name).value !== value);
  return useSyncExternalStore(store.subscribe, isChanged, isChanged);
}

function useFieldState<V>({ inner: { store } }: AppForm<V>, name: string): FieldState {
  const state = () => store.get(name);
  return useSyncExternalStore(store.subscribe, state, state);
}
