import type { InEveryLanguage } from '#contract/vocabulary/languages.ts';

/** The site that passkeys are made for. */
export interface RelyingParty {
  /** The domain that a passkey belongs to. */
  readonly rpId: string;
  /** Where pages may use it, the site itself first. */
  readonly origins: readonly [string, ...string[]];
  /** Name that authenticators show. */
  readonly name: InEveryLanguage;
}
