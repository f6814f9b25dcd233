/** A key of the keyboard, as it is called on it. */
export function Key({ of }: { readonly of: string }) {
  return <kbd>{of}</kbd>;
}
