import { AppList } from '#web/features/apps/apps/app-list.tsx';
import { Invitations } from '#web/features/apps/apps/invitations.tsx';
import { Stack } from '#web/ui/layout/stack.tsx';
import { PageHead } from '#web/widgets/page/page-head.tsx';

/** /pc-application and /mobile-application: Application authorization. */
export function AppsScreen() {
  return (
    <Stack>
      <PageHead />
      <Invitations />
      <AppList />
    </Stack>
  );
}
