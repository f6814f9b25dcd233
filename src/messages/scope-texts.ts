import type { Scope } from '#contract/vocabulary/scopes.ts';

/** Meaning of a scope: a few words, and a sentence. */
export type ScopeTexts = Readonly<Record<`scope.${Scope}` | `scope.${Scope}.detail`, string>>;
