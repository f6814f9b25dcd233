import { birthdayRules } from '#contract/rules/birthday.ts';
import { required } from '#contract/rules/rule.ts';
import type { Region } from '#contract/vocabulary/regions.ts';
import { textField } from '#server/core/account/fields/fields.ts';
import type { Identity } from '#server/core/account/identity/identity.ts';
import type { Store } from '#server/core/store.ts';
import { checkFields } from '#server/platform/check-fields.ts';

export interface CheckAgeDeps {
  readonly store: Pick<Store, 'clock'>;
  readonly identity: Pick<Identity, 'ageGate'>;
}

/** The browser that was asked. */
interface AskedBrowser {
  readonly visitor: string;
  readonly keptAge: string | undefined;
  keepAge(answer: string): void;
}

/**
 * How a registration continues for a birthday. The browser keeps its first answer, so that a second try changes nothing.
 * @throws {Refusal} badRequest for a text that is no day of a life
 */
export function checkAge(
  { store: { clock }, identity: { ageGate } }: CheckAgeDeps,
  browser: AskedBrowser,
  { birthday: typed, region }: { readonly birthday: string; readonly region: Region },
): 'register' | 'guardian' {
  const today = new Date(clock.now()).toISOString().slice(0, 10);
  const { birthday } = checkFields({ birthday: textField([required, ...birthdayRules], typed, { today }) });
  const { kept, band } = ageGate.answer({ birthday, region, visitor: browser.visitor, kept: browser.keptAge });
  browser.keepAge(kept);
  return band === 'child' ? 'guardian' : 'register';
}
