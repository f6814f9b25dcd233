/** Texts, and ticks of checkboxes. */
export type FieldValue = string | boolean;

/** One field as it stands; replaced by a new object whenever the field has to render again. */
export interface FieldState {
  readonly value: FieldValue;
  /** The server is being asked about this value. */
  readonly checking: boolean;
}

/** The fields of one form, outside of React's state: a keystroke renders its field and not the form. */
export interface FormStore {
  readonly get: (name: string) => FieldState;
  readonly values: () => Readonly<Record<string, FieldValue>>;
  /** Changes a field and lets those who watch it render; without a change it only lets them render. */
  readonly update: (name: string, change: Partial<FieldState>) => void;
  /** Whether a field differs from what the form began with. */
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
