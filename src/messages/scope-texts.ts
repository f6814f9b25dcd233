import type { ConsentLine } from '#contract/apps/openid/claims.words.ts';

/** Meaning of a scope or of single claims: a few words, and a sentence. */
export type ScopeTexts = Readonly<Record<`scope.${ConsentLine}` | `scope.${ConsentLine}.detail`, string>>;
