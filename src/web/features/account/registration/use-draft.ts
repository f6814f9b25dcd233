import { useEffect, useRef } from 'react';
import type { AppForm } from '#web/ui/form/form.tsx';
import { useFieldValue } from '#web/ui/form/use-field.ts';
import { proposedRegion } from '#web/widgets/profile/proposed-region.ts';
import { keepRegistrationDraft, readRegistrationDraft, type RegistrationKind } from './registration-draft.ts';
import type { RegistrationValues } from './registration-values.ts';

interface Draft {
  readonly form: AppForm<RegistrationValues>;
  /** Undefined until the person has chosen. */
  readonly chosen: RegistrationKind | undefined;
  readonly choose: (kind: RegistrationKind) => void;
}

/**
 * Restores the kept draft or proposes the region of the request, then keeps every change. Only effects use storage, so
 * that the browser hydrates exactly the server's HTML.
 */
export function useDraft({ form, chosen, choose }: Draft): void {
  const region = useFieldValue(form, 'region');
  const phone = useFieldValue(form, 'phone');
  const email = useFieldValue(form, 'email');
  const isRestored = useRef(false);

  useEffect(() => {
    if (isRestored.current) keepRegistrationDraft({ kind: chosen ?? '', region, phone, email });
  }, [chosen, region, phone, email]);

  useEffect(() => {
    const kept = readRegistrationDraft();
    if (kept.kind !== '') choose(kept.kind);
    if (kept.phone !== '') form.set('phone', kept.phone);
    if (kept.email !== '') form.set('email', kept.email);
    isRestored.current = true;
    if (kept.region !== '') {
      form.set('region', kept.region);
      return undefined;
    }
    const controller = new AbortController();
    void proposeRegion(form, controller.signal);
    return () => controller.abort();
    // oxlint-disable-next-line react/exhaustive-deps -- once: later values are the person's
  }, []);
}

/** Sets the proposed region; without one the default stays. */
async function proposeRegion(form: AppForm<RegistrationValues>, signal: AbortSignal): Promise<void> {
  const before = form.value('region');
  const region = await proposedRegion(signal);
  if (region === undefined || form.value('region') !== before) return;
  if (form.value('phone') === '' && form.value('email') === '') form.set('region', region);
}
