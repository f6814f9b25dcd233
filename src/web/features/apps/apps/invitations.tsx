import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { developerEndpoints } from '#contract/apps/developer/developer.ts';
import { call } from '#web/lib/api/api.ts';
import type { CallData } from '#web/lib/api/call-types.ts';
import { translate, useLanguage, useT } from '#web/lib/texts/i18n.tsx';
import { notify } from '#web/lib/page/notify.ts';
import { isRefusal } from '#web/lib/api/refusal-error.ts';
import { handleRefusal } from '#web/lib/api/refusals.ts';
import { dayText } from '#web/lib/texts/time-text.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { Row, Rows } from '#web/ui/layout/rows.tsx';
import { accountCache } from '#web/widgets/account/account-cache.ts';
import { useIsAccountSettled } from '#web/widgets/account/account.ts';
import { AppIcon } from '#web/widgets/oauth-client/app-icon.tsx';
import css from './invitations.module.css';

type Invitation = CallData<typeof developerEndpoints.listInvitations>[number];

const invitationsKey = ['invitations'] as const;

/** Apps that ask this person to test them; nothing without an invitation. The list of apps does not wait for it. */
export function Invitations(): ReactNode {
  const t = useT();
  const enabled = useIsAccountSettled();
  const { data = [] } = useQuery({
    queryKey: invitationsKey,
    queryFn: ({ signal }) => call(developerEndpoints.listInvitations, { signal }),
    enabled,
  });
  if (data.length === 0) return null;
  return (
    <Card title={t('ap.invites')}>
      <Rows>
        {data.map((invitation) => (
          <InvitationRow key={invitation.id} invitation={invitation} />
        ))}
      </Rows>
    </Card>
  );
}

function InvitationRow({ invitation }: { readonly invitation: Invitation }): ReactNode {
  const t = useT();
  const language = useLanguage();
  const [busy, setBusy] = useState(false);
  const { id, owner, state } = invitation;
  const app = invitation.name[language];

  async function answer(accept: boolean): Promise<void> {
    setBusy(true);
    try {
      await call(developerEndpoints.answerInvitation, { params: { tester: id }, body: { accept } });
      // A person who joins sees it in the row.
      if (!accept) notify({ kind: 'success', text: translate('ap.invite.left', { app }) });
    } catch (error) {
      // Withdrawn meanwhile.
      if (!isRefusal(error, 'notFound')) handleRefusal(error);
    } finally {
      setBusy(false);
      await accountCache.invalidateQueries({ queryKey: invitationsKey });
    }
  }

  return (
    <Row
      lead={<AppIcon src={invitation.icon} />}
      title={t(state === 'accepted' ? 'ap.invite.joined' : 'ap.invite', { owner, app })}
      note={t('ap.invite.on', { date: dayText(invitation.invitedAt) })}
      action={
        <span className={css['answers']}>
          <Button size="sm" disabled={busy} onClick={() => void answer(false)}>
            {t(state === 'accepted' ? 'ap.invite.stop' : 'ap.invite.no')}
          </Button>
          {state === 'invited' && (
            <Button size="sm" busy={busy} onClick={() => void answer(true)}>
              {t('ap.invite.yes')}
            </Button>
          )}
        </span>
      }
    />
  );
}
