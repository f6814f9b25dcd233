import type { KeyboardEvent } from 'react';

/**
 * True for a key of an input method, such as the one that takes or drops a candidate. Safari reports 229 for the key
 * that ends a composition, after `isComposing` is already false.
 */
export function isOfInputMethod({ nativeEvent, keyCode }: KeyboardEvent): boolean {
  return nativeEvent.isComposing || keyCode === 229;
}
