import { loadTexts } from '#web/lib/load-texts.ts';
import { track } from '#web/lib/api/pending.ts';
import { isRefusal } from '#web/lib/api/refusal-error.ts';
import { noteProof } from './authenticate.ts';
import type { ProofNeed } from './proof-method.ts';

/**
 * Runs a call that needs an identity proof. Without a valid one (3001) a dialog over the page asks for it, and the call
 * runs again. Undefined if the person canceled, or chose to wait.
 * @throws {RefusalError} every other refusal of the call
 */
export async function withProof<T>(need: ProofNeed, run: () => Promise<T>): Promise<T | undefined> {
  let end = (): void => undefined;
  try {
    for (;;) {
      try {
        const answer = await run();
        noteProof(null);
        return answer;
      } catch (error) {
        if (!isRefusal(error, 'verificationNeeded')) throw error;
        const [{ askForProof, endProof }] = await track(Promise.all([import('./proof-dialog.tsx'), loadTexts(['proof-dialog'])]));
        end = endProof;
        if (!(await askForProof(need, error))) return undefined;
      }
    }
  } finally {
    end();
  }
}
