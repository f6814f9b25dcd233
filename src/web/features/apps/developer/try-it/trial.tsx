import type { UseQueryResult } from '@tanstack/react-query';
import { useState, type ReactNode, lazy, Suspense } from 'react';
import { developerEndpoints } from '#contract/apps/developer/developer.ts';
import { call } from '#web/lib/api/api.ts';
import { translate, useT, type MessageKey } from '#web/lib/texts/i18n.tsx';
import { notify } from '#web/lib/page/notify.ts';
import { isRefusal } from '#web/lib/api/refusal-error.ts';
import { handleRefusal } from '#web/lib/api/refusals.ts';
import { PendingCard } from '#web/ui/feedback/pending.tsx';
import { Button } from '#web/ui/controls/button.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import css from './trial.module.css';
import { TryStep } from './try-step.tsx';
import { reloadRun, showRun, type Run } from './use-run.ts';

interface TrialProps {
  readonly id: string;
  readonly query: UseQueryResult<Run>;
}

/** The seven steps of a trial. */
export function Trial({ id, query }: TrialProps): ReactNode {
  const t = useT();
  if (isRefusal(query.error, 'notFound')) return <Notice title={t('dc.st.over')} />;
  if (query.data === undefined) return <PendingCard of={query} rows={7} />;
  const run = query.data;
  const said = saidOf(run);
  return (
    <>
      {said !== undefined && <Notice tone={run.state === 'over' ? 'neutral' : 'warning'} title={t(said)} />}
      {run.state === 'open' && run.userCode !== '' && <TryCode run={run} />}
      <Card>
        <ol className={css['steps']}>
          {run.steps.map((step, place) => (
            <TryStep key={step.name} id={id} step={step} place={place} />
          ))}
        </ol>
        {run.state === 'done' && <Acts id={id} run={run} />}
      </Card>
    </>
  );
}

function saidOf({ state }: Run): MessageKey | undefined {
  if (state === 'over') return 'dc.st.over';
  return state === 'refused' ? 'dc.st.mine' : undefined;
}

function Acts({ id, run: { run, steps } }: { readonly id: string; readonly run: Run }): ReactNode {
  const t = useT();
  const [busy, setBusy] = useState<'refresh' | 'revoke'>();
  const params = { id, run };
  const calls = {
    refresh: () => call(developerEndpoints.refreshTry, { params, body: {} }),
    revoke: () => call(developerEndpoints.revokeTry, { params, body: {} }),
  };

  async function act(name: 'refresh' | 'revoke'): Promise<void> {
    setBusy(name);
    try {
      showRun(await calls[name]());
      if (name === 'revoke') notify({ kind: 'success', text: translate('dc.try.revoked') });
    } catch (error) {
      if (isRefusal(error, 'tokenError', 'notFound')) await reloadRun(id, run);
      else handleRefusal(error);
    } finally {
      setBusy(undefined);
    }
  }

  const canRefresh = steps.some(({ name, state }) => name === 'refresh' && state === 'waiting');
  return (
    <div className={css['acts']}>
      {canRefresh && (
        <Button size="sm" busy={busy === 'refresh'} onClick={() => void act('refresh')}>
          {t('dc.st.refresh')}
        </Button>
      )}
      <Button size="sm" busy={busy === 'revoke'} onClick={() => void act('revoke')}>
        {t('dc.try.revoke')}
      </Button>
    </div>
  );
}

const QrCode = lazy(async () => ({ default: (await import('../guides/qr-code.tsx')).QrCode }));

/** Screen of a device: the code, and a picture for the camera of a phone. */
function TryCode({ run }: { readonly run: Run }): ReactNode {
  const t = useT();
  const { origin, pathname } = new URL(run.url, location.href);
  return (
    <Card pad>
      <div className={css['device']}>
        <Suspense fallback={null}>
          <QrCode url={new URL(run.url, location.href).href} />
        </Suspense>
        <div>
          <p>{t('dc.try.device', { address: `${origin}${pathname}` })}</p>
          <output className={css['code']}>{run.userCode}</output>
          <p>{t('dc.try.waits')}</p>
        </div>
      </div>
    </Card>
  );
}
