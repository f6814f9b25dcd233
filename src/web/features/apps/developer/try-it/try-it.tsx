import { useState, type ReactNode } from 'react';
import { developerEndpoints } from '#contract/apps/developer/developer.ts';
import { useAct } from '#web/lib/api/use-act.ts';
import { call } from '#web/lib/api/api.ts';
import { translate, useT } from '#web/lib/texts/i18n.tsx';
import { notify } from '#web/lib/page/notify.ts';
import { isRefusal } from '#web/lib/api/refusal-error.ts';
import { handleRefusal } from '#web/lib/api/refusals.ts';
import { navigate, useQuery as useUrlQuery } from '#web/lib/page/router.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { Empty } from '#web/ui/feedback/empty.tsx';
import { play, rotateCcw } from '#web/ui/marks/icons.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { Stack } from '#web/ui/layout/stack.tsx';
import { AppPage } from '../app-page.tsx';
import { SectionHead } from '../section-head.tsx';
import { sectionPath } from '../sections.ts';
import { TryOptions } from './try-options.tsx';
import { bodyOf, useTryOptions } from './try-choices.ts';
import { Trial } from './trial.tsx';
import css from './try-it.module.css';
import type { OwnApp } from '../use-developer.ts';
import { forgetRun, useRun } from './use-run.ts';

/** Runs the code flow of this app with the person's own account, and shows each step. */
export function TryIt(): ReactNode {
  return <AppPage hasHead>{(app) => <OfApp app={app} />}</AppPage>;
}

function OfApp({ app }: { readonly app: OwnApp }): ReactNode {
  const t = useT();
  const { clientID: id } = app;
  const run = useUrlQuery().get('run') ?? '';
  const [choices, choose] = useTryOptions(app);
  const [busy, act] = useAct();
  const [isElsewhere, setElsewhere] = useState(false);

  const start = (replace: boolean): Promise<void> =>
    act(
      async () => {
        const begun = await call(developerEndpoints.startTry, { params: { id }, body: { ...bodyOf(choices), replace } });
        setElsewhere(false);
        if (app.kind === 'device') navigate(`${sectionPath(id, 'try')}?run=${encodeURIComponent(begun.run)}`, { replace: true });
        // The real pages of the sign-in, in this tab; they come back to /developer/try.
        else location.assign(begun.url);
      },
      (error) => {
        if (isRefusal(error, 'changedElsewhere')) setElsewhere(true);
        else handleRefusal(error);
      },
    );

  const clean = (): Promise<void> =>
    act(async () => {
      await call(developerEndpoints.cleanTry, { params: { id, run }, body: {} });
      forgetRun(id, run);
      navigate(sectionPath(id, 'try'), { replace: true });
      notify({ kind: 'success', text: translate('dc.try.cleaned') });
    });

  const acts = (
    <div className={css['acts']}>
      {run !== '' && (
        <Button disabled={busy} onClick={() => void clean()}>
          {t('dc.try.clean')}
        </Button>
      )}
      <Button variant="primary" icon={run === '' ? play : rotateCcw} busy={busy} onClick={() => void start(run !== '')}>
        {t(run === '' ? 'dc.try.run' : 'dc.try.again')}
      </Button>
    </div>
  );

  return (
    <>
      <SectionHead lead="dc.try.b" action={acts} />
      <Stack>
        <TryOptions app={app} choices={choices} onChoose={choose} />
        {isElsewhere && (
          <Notice
            tone="warning"
            title={t('dc.st.other')}
            action={
              <Button size="sm" busy={busy} onClick={() => void start(true)}>
                {t('dc.try.again')}
              </Button>
            }
          />
        )}
        {run === '' ? (
          <Card>
            <Empty icon={play} title={t('dc.try.empty.h')}>
              {t('dc.try.empty.b')}
            </Empty>
          </Card>
        ) : (
          <Shown id={id} run={run} />
        )}
      </Stack>
    </>
  );
}

function Shown({ id, run }: { readonly id: string; readonly run: string }): ReactNode {
  return <Trial key={run} id={id} query={useRun(id, run)} />;
}
