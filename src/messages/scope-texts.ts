import type { Scope } from '#contract/vocabulary/scopes.ts';

/** What a scope opens, in plain words: a few words, and a sentence. */
export type ScopeTexts = Readonly<Record<`scope.${Scope}` | `scope.${Scope}.detail`, string>>;
