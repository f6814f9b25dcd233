import { separatePurposes, type SeparatePurpose } from '#contract/account/agreements/separate-consents.words.ts';
import { loadTexts } from '#web/lib/load-texts.ts';
import { track } from '#web/lib/api/pending.ts';
import { isRefusal } from '#web/lib/api/refusal-error.ts';

/**
 * Runs a call that may need a separate consent. Without it (3022) a sheet over the page asks for it, and the call runs
 * again. Undefined if the person does not want it now.
 * @throws {RefusalError} every other refusal of the call
 */
export async function withSeparateConsent<T>(run: () => Promise<T>): Promise<T | undefined> {
  try {
    return await run();
  } catch (error) {
    const purpose = isRefusal(error, 'separateConsentNeeded') ? purposeIn(error.data['purpose']) : undefined;
    if (purpose === undefined) throw error;
    return (await askForConsent(purpose)) ? withSeparateConsent(run) : undefined;
  }
}

/** Asks for a separate consent on its sheet. False if the person does not want it now. */
export async function askForConsent(purpose: SeparatePurpose): Promise<boolean> {
  const [sheet] = await track(Promise.all([import('./consent-sheet.tsx'), loadTexts(['consent-sheet'])]));
  return sheet.openSheet(purpose);
}

function purposeIn(value: unknown): SeparatePurpose | undefined {
  return separatePurposes.find((one) => one === value);
}
