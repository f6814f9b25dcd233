import type { AppTold } from '#contract/account/deletion/erasure.words.ts';

/** An app that had access to an account, and how it learns of the erasure. */
export interface ToldApp {
  readonly name: string;
  readonly told: AppTold;
}
