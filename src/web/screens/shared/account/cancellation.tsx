import { DeletionWizard } from '#web/features/account/deletion/deletion-wizard.tsx';
import { navigate, useParams, useQuery, useRouteTitle } from '#web/lib/page/router.ts';
import { Pending } from '#web/ui/feedback/pending.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { useAccount } from '#web/widgets/account/account.ts';
import { resultPaths, stepNamed, stepPaths } from './cancellation-paths.ts';
import css from './cancellation.module.css';

/** /cancellation and /mobile-cancellation/{step}: the deletion of the signed-in account. */
export function CancellationScreen() {
  const { title, headed } = useRouteTitle();
  const asked = useParams()['step'];
  const inQuery = useQuery().get('step');
  const layout = headed ? 'mobile' : 'desktop';
  const query = useAccount();
  const { data: account } = query;
  return (
    <>
      {!headed && (
        <h1 tabIndex={-1} className={css['title']}>
          {title}
        </h1>
      )}
      {account === undefined ? (
        <Card pad>
          <Pending of={query} />
        </Card>
      ) : (
        <DeletionWizard
          owner={account.id}
          step={stepNamed(asked ?? inQuery)}
          onStep={(step, how) => navigate(stepPaths[layout](step), how)}
          onKeep={() => navigate('/', { replace: true })}
          onRequested={() => navigate(resultPaths[layout], { replace: true })}
        />
      )}
    </>
  );
}
