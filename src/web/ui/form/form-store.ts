/** Texts, and checkbox states. */
export type FieldValue = string | boolean;

/** The state of one field; replaced by a new object whenever the field must render again. */
export interface FieldState {
  readonly value: FieldValue;
  /** The server is checking this value. */
  readonly checking: boolean;
}

/** The fields of one form, outside of React's state: a keystroke renders only its field, not the form. */
export interface FormStore {
  readonly get: (name: string) => FieldState;
  readonly values: () => Readonly<Record<string, FieldValue>>;
  /** Changes a field and renders its subscribers; an empty change only renders them. */
  readonly update: (name: string, change: Partial<FieldState>) => void;
  /** Whether a field differs from its initial value. */
  readonly isChanged: () => boolean;
  readonly subscribe: (listener: () => void) => () => void;
}

export function createFormStore(defaults: Readonly<Record<string, FieldValue>>): FormStore {
  const fields = new Map<string, FieldState>(Object.entries(defaults).map(([name, value]) => [name, { value, checking: false }]));
  const listeners = new Set<() => void>();
  const get = (name: string) => {
    const field = fields.get(name);
    if (field === undefined) throw new Error(`The form has no field ${name}.`);
    return field;
  };
  return {
    get,
    values: () => Object.fromEntries(Array.from(fields, ([name, { value }]) => [name, value])),
    update: (name, change) => {
      fields.set(name, { ...get(name), ...change });
      for (const listener of listeners) listener();
    },
    isChanged: () => Array.from(fields).some(([name, { value }]) => value !== defaults[name]),
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
