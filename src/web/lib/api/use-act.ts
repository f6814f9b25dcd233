import { useState } from 'react';
import { handleRefusal } from './refusals.ts';

/**
 * Whether an act of a part of the page is under way, and a function that runs one until it has ended. `onFailure`
 * replaces the notice about a refusal.
 */
export function useAct() {
  const [busy, setBusy] = useState(false);
  async function act(work: () => Promise<unknown>, onFailure: (error: unknown) => void = handleRefusal): Promise<void> {
    setBusy(true);
    try {
      await work();
    } catch (error) {
      onFailure(error);
    } finally {
      setBusy(false);
    }
  }
  return [busy, act] as const;
}
