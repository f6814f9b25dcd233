import { DeletionWizard } from '#web/features/account/deletion/deletion-wizard.tsx';
import { navigate, useParams, useQuery, useRouteTitle } from '#web/lib/page/router.ts';
import { Pending } from '#web/ui/feedback/pending.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { Stack } from '#web/ui/layout/stack.tsx';
import { PageHead } from '#web/widgets/page/page-head.tsx';
import { useAccount } from '#web/widgets/account/account.ts';
import { resultPaths, stepNamed, stepPaths } from './cancellation-paths.ts';

/** /cancellation and /mobile-cancellation/{step}: the deletion of the signed-in account. */
export function CancellationScreen() {
  const { headed } = useRouteTitle();
  const asked = useParams()['step'];
  const inQuery = useQuery().get('step');
  const layout = headed ? 'mobile' : 'desktop';
  const query = useAccount();
  const { data: account } = query;
  return (
    <Stack>
      <PageHead />
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
    </Stack>
  );
}
