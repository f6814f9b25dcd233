import { useState } from 'react';
import type { ConsentLine } from '#contract/apps/openid/claims.words.ts';

/** The granted scopes among the requested ones: all that the account has something of, until one is deselected. */
export function useChosenScopes(asked: readonly { readonly name: ConsentLine; readonly missing: boolean }[]): {
  readonly chosen: ReadonlySet<ConsentLine>;
  readonly choose: (name: ConsentLine, isChosen: boolean) => void;
} {
  const [left, setLeft] = useState<ReadonlySet<ConsentLine>>(new Set());
  return {
    chosen: new Set(asked.flatMap(({ name, missing }) => (missing || left.has(name) ? [] : [name]))),
    choose(name, isChosen) {
      const next = new Set(left);
      if (isChosen) next.delete(name);
      else next.add(name);
      setLeft(next);
    },
  };
}
