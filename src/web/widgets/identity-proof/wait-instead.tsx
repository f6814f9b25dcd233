import { isRemoval, waits } from '#contract/acts/acts.ts';
import { useState, type ReactNode } from 'react';
import { claimsEndpoints } from '#contract/protection/claims/claims.ts';
import { useAct } from '#web/lib/api/use-act.ts';
import { call } from '#web/lib/api/api.ts';
import { translate, useT } from '#web/lib/texts/i18n.tsx';
import { notify } from '#web/lib/page/notify.ts';
import { momentText } from '#web/lib/texts/time-text.ts';
import { LinkButton } from '#web/ui/controls/link-button.tsx';
import { accountKey } from '#web/widgets/account/account.ts';
import { accountCache } from '#web/widgets/account/account-cache.ts';
import { noteProof } from './authenticate.ts';
import css from './identity-proof.module.css';
import type { ProofNeed } from './proof-method.ts';

export interface WaitInsteadProps {
  readonly need: ProofNeed;
  readonly hours: number;
  readonly onOpened: () => void;
}

/** Where no second way can be shown: the act waits, every phone and email of the account is told, and any page stops it. */
export function WaitInstead({ need: { action, target, going, onWaits }, hours, onOpened }: WaitInsteadProps): ReactNode {
  const t = useT();
  const [due] = useState(() => new Date(Date.now() + hours * 3_600_000).toISOString());
  const [busy, act] = useAct();
  if (action === undefined || !waits(action)) return null;
  const what = target ?? going;
  const open = async (): Promise<void> => {
    const body = { action, ...(what === undefined ? {} : { target: what }) };
    const { dueAt } = await call(claimsEndpoints.openWait, { body });
    noteProof(null);
    notify({ kind: 'success', text: translate(isRemoval(action) ? 'vf.waits' : 'vf.waitsForYou', { date: momentText(dueAt) }) });
    void accountCache.invalidateQueries({ queryKey: accountKey });
    onOpened();
    onWaits?.();
  };
  const start = (): void => {
    if (busy) return;
    void act(() => open());
  };
  return (
    <p className={css['help']}>
      {t(isRemoval(action) ? 'vf.slow' : 'vf.slowForYou', { date: momentText(due) })}{' '}
      <LinkButton onClick={start}>{t('vf.slowBtn')}</LinkButton>
    </p>
  );
}
