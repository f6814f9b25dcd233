import { useState, type ReactNode } from 'react';
import type { Platform } from '#contract/vocabulary/platforms.ts';
import { useT } from '#web/lib/texts/i18n.tsx';
import { Pending } from '#web/ui/feedback/pending.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { Empty } from '#web/ui/feedback/empty.tsx';
import { FlowDialog } from '#web/ui/flow/flow.tsx';
import { link } from '#web/ui/marks/icons.ts';
import { Row, Rows } from '#web/ui/layout/rows.tsx';
import { useAccount } from '#web/widgets/account/account.ts';
import { PlatformTile } from '#web/widgets/social/platform-tile.tsx';
import { FirstPasswordSteps } from '#web/widgets/password/first-password-steps.tsx';
import { useDeparture } from './departure.ts';
import { platformStates, type PlatformState } from './offered-platforms.ts';

/**
 * The social accounts with their actions (brief 3.4). An account without a password or a passkey sets a password before the first binding.
 */
export function SocialAccountsCard({ onUnbind }: { readonly onUnbind: (platform: Platform) => void }): ReactNode {
  const t = useT();
  const query = useAccount();
  const { data: account } = query;
  const { leaving, toBind } = useDeparture();
  const [asking, setAsking] = useState<Platform>();
  const bind = (platform: Platform): void => {
    if (account?.passwordNeeded === true) setAsking(platform);
    else toBind(platform);
  };
  const states = account === undefined ? [] : platformStates(account);
  return (
    <Card busy={query.isPending}>
      {account === undefined ? (
        <Pending of={query} />
      ) : states.length === 0 ? (
        <Empty icon={link} title={t('so.none.h')}>
          {t('so.none.b')}
        </Empty>
      ) : (
        <Rows>
          {states.map((state) => (
            <SocialAccountRow key={state.platform} state={state} busy={leaving === state.platform} onBind={bind} onUnbind={onUnbind} />
          ))}
        </Rows>
      )}
      <FlowDialog open={asking !== undefined} onClose={() => setAsking(undefined)}>
        <FirstPasswordSteps
          title={t('title.setFirst')}
          submitLabel={t('btn.next')}
          next={{ action: 'bindSocial', target: asking }}
          onDone={() => {
            setAsking(undefined);
            if (asking !== undefined) toBind(asking);
          }}
        />
      </FlowDialog>
    </Card>
  );
}

interface SocialAccountRowProps {
  readonly state: PlatformState;
  readonly busy: boolean;
  readonly onBind: (platform: Platform) => void;
  readonly onUnbind: (platform: Platform) => void;
}

/** One row for both actions: it keeps the focus after an unbinding (brief 6). */
function SocialAccountRow({ state: { platform, isBound, name }, busy, onBind, onUnbind }: SocialAccountRowProps): ReactNode {
  const t = useT();
  const note = !isBound ? t('st.unbound') : name === '' ? t('st.bound') : t('sec.boundAs', { name });
  return (
    <Row
      lead={<PlatformTile platform={platform} />}
      title={t(`social.${platform}`)}
      note={note}
      value={t(isBound ? 'btn.unbind' : 'btn.bind')}
      busy={busy}
      onClick={() => (isBound ? onUnbind : onBind)(platform)}
    />
  );
}
