import type { ReactNode } from 'react';
import { useT } from '#web/lib/i18n.tsx';
import { Card } from '#web/ui/card.tsx';
import { Empty } from '#web/ui/empty.tsx';
import { keyRound } from '#web/ui/icons.ts';
import { Stack } from '#web/ui/stack.tsx';
import { PublicKeys } from './public-keys.tsx';
import { Secrets } from './secrets.tsx';
import type { OwnApp } from './use-developer.ts';

/** Secrets and public keys of a web app; other kinds keep none. */
export function Keys({ app }: { readonly app: OwnApp }): ReactNode {
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
