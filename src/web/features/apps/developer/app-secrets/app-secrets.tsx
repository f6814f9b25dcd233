import { useT } from '#web/lib/texts/i18n.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { Empty } from '#web/ui/feedback/empty.tsx';
import { keyRound } from '#web/ui/marks/icons.ts';
import { Stack } from '#web/ui/layout/stack.tsx';
import { AppPage } from '../app-page.tsx';
import { PublicKeys } from './public-keys.tsx';
import { Secrets } from './secrets.tsx';
import type { OwnApp } from '../use-developer.ts';

/** /developer/apps/:id/keys: secrets and public keys of a web app; other kinds keep none. */
export function AppSecrets() {
  return <AppPage lead="dc.k.two">{(app) => <Kept app={app} />}</AppPage>;
}

function Kept({ app }: { readonly app: OwnApp }) {
  const t = useT();
  if (app.kind !== 'web') {
    return (
      <Card>
        <Empty icon={keyRound} title={t('dc.k.none')} />
      </Card>
    );
  }
  return (
    <Stack>
      <Secrets app={app} />
      <PublicKeys app={app} />
    </Stack>
  );
}
