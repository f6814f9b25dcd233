import type { AppForm } from '#web/ui/form/form.tsx';
import { useField, type NameOf } from '#web/ui/form/use-field.ts';

/** A link next to the failure of a field: to the page where the typed identifier is right. */
export interface WayOutProps<V> {
  readonly form: AppForm<V>;
  readonly name: NameOf<V, string>;
  readonly href: string;
  /** Passes on the typed identifier. */
  readonly onLeave: (identifier: string) => void;
}

/** The rule whose failure the field shows, and the value. */
export function useShownRule<V>(form: AppForm<V>, name: NameOf<V, string>): { readonly rule: string | undefined; readonly value: string } {
  const { value } = useField<V, string>(form, name);
  const { inner } = form;
  return { rule: inner.markOf(name)?.rule ?? (inner.shows(name) ? inner.failing(name, value) : undefined), value };
}
