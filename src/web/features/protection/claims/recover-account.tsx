import { useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import { claimsEndpoints } from '#contract/protection/claims/claims.ts';
import { recoveryEndpoints } from '#contract/sign-in/recovery/recovery.ts';
import type { RecoveryState } from '#contract/sign-in/recovery/recovery.schemas.ts';
import { useAct } from '#web/lib/api/use-act.ts';
import { call } from '#web/lib/api/api.ts';
import { useT } from '#web/lib/texts/i18n.tsx';
import { RefusalError, isRefusal } from '#web/lib/api/refusal-error.ts';
import { handleRefusal } from '#web/lib/api/refusals.ts';
import { spanText } from '#web/lib/texts/intl.ts';
import { dayOfYearText, timeText } from '#web/lib/texts/time-text.ts';
import { Button, ButtonLink } from '#web/ui/controls/button.tsx';
import { Link } from '#web/ui/controls/link.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { FlowStep } from '#web/ui/flow/flow.tsx';
import { AuthFoot } from '#web/ui/layout/auth-card.tsx';
import { Stack } from '#web/ui/layout/stack.tsx';
import { clock } from '#web/ui/marks/icons.ts';
import { SupportLine } from '#web/widgets/identity-proof/support-line.tsx';
import { forgetMailedToken, useMailedToken } from '#web/widgets/mailed-links/mailed-token.ts';
import { FinishRecovery } from './finish-recovery.tsx';
import { ShowWays } from './show-ways.tsx';

type Shown =
  | { readonly as: 'asked' }
  | { readonly as: 'ways'; readonly state: RecoveryState }
  | { readonly as: 'finish'; readonly state: RecoveryState }
  | { readonly as: 'waiting'; readonly dueAt: string }
  | { readonly as: 'stopped' | 'cancelled' | 'dead' };

/**
 * Gets a protected account back (J8): shows ways until two are independent, or waits. The ticket comes from a sign-in or
 * a reset that stopped, from the link of a claim that is due, or is the claim that this browser opened.
 */
export function RecoverAccount(): ReactNode {
  const token = useMailedToken('recover');
  return <OneRecovery key={token} token={token} />;
}

function OneRecovery({ token }: { readonly token: string | undefined }): ReactNode {
  const [ticket, setTicket] = useState('');
  const [shown, setShown] = useState<Shown>({ as: 'asked' });

  async function goOn(given: string): Promise<void> {
    try {
      const state = await call(recoveryEndpoints.proveRecovery, { body: { ticket: given } });
      if ('cd' in state) throw new Error('A question sent a code.');
      setTicket(given);
      setShown({ as: state.ways.length > 0 ? 'finish' : 'ways', state });
    } catch (error) {
      if (isRefusal(error, 'claimNotDue')) setShown({ as: 'waiting', dueAt: dueAtOf(error) });
      else if (isRefusal(error, 'tokenError')) await findClaim();
      else handleRefusal(error);
    }
  }

  async function findClaim(): Promise<void> {
    forgetMailedToken('recover');
    const claim = await call(claimsEndpoints.claimStatus, { body: {} }).catch(() => null);
    if (claim?.state === 'open' && Date.parse(claim.dueAt) < Date.now()) await goOn(claim.id);
    else if (claim?.state === 'open') setShown({ as: 'waiting', dueAt: claim.dueAt });
    else setShown({ as: claim?.state === 'stopped' ? 'stopped' : 'dead' });
  }

  const begin = useEffectEvent((given: string) => void (given === '' ? findClaim() : goOn(given)));
  useEffect(() => {
    if (token !== undefined) begin(token);
  }, [token]);

  async function wait(): Promise<void> {
    try {
      const { dueAt } = await call(recoveryEndpoints.openRecoveryClaim, { body: { ticket } });
      forgetMailedToken('recover');
      setShown({ as: 'waiting', dueAt });
    } catch (error) {
      handleRefusal(error);
    }
  }

  switch (shown.as) {
    case 'asked':
      return <Loading />;
    case 'ways':
      return (
        <ShowWays
          ticket={ticket}
          state={shown.state}
          onShown={(state) => setShown({ as: state.ways.length > 0 ? 'finish' : 'ways', state })}
          onWait={wait}
        />
      );
    case 'finish':
      return <FinishRecovery ticket={ticket} state={shown.state} />;
    case 'waiting':
      return <Waiting dueAt={shown.dueAt} onCancelled={() => setShown({ as: 'cancelled' })} />;
    case 'stopped':
    case 'cancelled':
    case 'dead':
      return <Over as={shown.as} />;
  }
}

function dueAtOf(error: unknown): string {
  const dueAt = error instanceof RefusalError ? error.data['dueAt'] : undefined;
  return typeof dueAt === 'string' ? dueAt : new Date().toISOString();
}

function Loading(): ReactNode {
  const t = useT();
  return <FlowStep title={t('title.recover')} waiting />;
}

function Waiting({ dueAt, onCancelled }: { readonly dueAt: string; readonly onCancelled: () => void }): ReactNode {
  const t = useT();
  const [busy, act] = useAct();
  const cancel = (): Promise<void> =>
    act(async () => {
      await call(claimsEndpoints.stopClaim, { body: {} });
      onCancelled();
    });
  const [hours] = useState(() => Math.max(1, Math.ceil((Date.parse(dueAt) - Date.now()) / 3_600_000)));
  return (
    <FlowStep
      title={t('re.wait', { date: dayOfYearText(dueAt) })}
      lead={t('re.waitD', { time: timeText(dueAt) })}
      footer={
        <AuthFoot>
          {t('re.waitOther')} <Link href="/register/support">{t('vf.more')}</Link>
        </AuthFoot>
      }
    >
      <Stack>
        <Notice icon={clock} title={t('re.left', { time: spanText(hours) })}>
          {t('re.told')}
        </Notice>
        <Button size="lg" block busy={busy} onClick={() => void cancel()}>
          {t('re.cancel')}
        </Button>
      </Stack>
    </FlowStep>
  );
}

const endings = { stopped: 're.stopped', cancelled: 're.cancelled', dead: 'rc.dead' } as const;

function Over({ as }: { readonly as: keyof typeof endings }): ReactNode {
  const t = useT();
  return (
    <FlowStep title={t(endings[as])} {...(as === 'stopped' && { lead: t('re.stoppedD') })} footer={<SupportLine />}>
      <ButtonLink variant="primary" size="lg" block href="/register/support">
        {t('rc.restart')}
      </ButtonLink>
    </FlowStep>
  );
}
