import { useQueryClient } from '@tanstack/react-query';
import { useId, useState, type ReactNode } from 'react';
import { noticesEndpoints } from '#contract/protection/notices/notices.ts';
import {
  hasChoice,
  noticeChannels,
  noticeGroups,
  silentGroups,
  type NoticeChannel,
  type NoticeChoice,
  type NoticeGroup,
} from '#contract/protection/notices/notice-kinds.words.ts';
import { call } from '#web/lib/api/api.ts';
import { failureOf } from '#web/lib/api/failure.ts';
import { translate, useT } from '#web/lib/texts/i18n.tsx';
import { notify } from '#web/lib/page/notify.ts';
import { isRefusal } from '#web/lib/api/refusal-error.ts';
import { handleRefusal } from '#web/lib/api/refusals.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { ErrorCard } from '#web/ui/feedback/error-card.tsx';
import { Switch } from '#web/ui/form/fields/switch.tsx';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { withProof } from '#web/widgets/identity-proof/proof.ts';
import { useLeaveWarning } from '#web/widgets/page/leave-warning.tsx';
import { noticesKey, useNotices, type Chosen } from './notices.ts';
import css from './notices-form.module.css';

/** How the account is told of each group of events. */
export function NoticesForm(): ReactNode {
  const notices = useNotices();
  const failure = failureOf(notices);
  if (failure !== undefined || notices.data === undefined) {
    return <Card busy={failure === undefined}>{failure === undefined ? <Skeleton rows={5} /> : <ErrorCard {...failure} />}</Card>;
  }
  // A choice that was made elsewhere takes the place of one that is under way here.
  return <ChoiceForm key={notices.data.etag} chosen={notices.data} />;
}

function ChoiceForm({ chosen }: { readonly chosen: Chosen }): ReactNode {
  const t = useT();
  const cache = useQueryClient();
  const [groups, setGroups] = useState<NoticeChoice>(chosen.groups);
  const [busy, setBusy] = useState(false);
  const silent = silentGroups(groups);
  const isChanged = noticeGroups.some((group) =>
    noticeChannels.some((channel) => groups[group][channel] !== chosen.groups[group][channel]),
  );

  const { dialog } = useLeaveWarning(isChanged);

  async function save(): Promise<void> {
    setBusy(true);
    try {
      const body = { groups, etag: chosen.etag };
      const saved = await withProof({ action: 'changeNotices' }, () => call(noticesEndpoints.changeNotices, { body }));
      if (saved === undefined) return;
      cache.setQueryData<Chosen>(noticesKey, saved);
      notify({ kind: 'success', text: translate('ns.saved') });
    } catch (error) {
      if (isRefusal(error, 'preconditionFailed')) {
        notify({ kind: 'error', text: translate('ns.elsewhere') });
        await cache.invalidateQueries({ queryKey: noticesKey });
      } else handleRefusal(error);
    } finally {
      setBusy(false);
    }
  }

  return (
    <Card>
      <ul className={css['groups']}>
        {noticeGroups.map((group) => (
          <GroupRow
            key={group}
            group={group}
            channels={groups[group]}
            isSilent={silent.includes(group)}
            onChange={(channel, on) => setGroups((before) => ({ ...before, [group]: { ...before[group], [channel]: on } }))}
          />
        ))}
      </ul>
      <div className={css['foot']}>
        <p>{t('ns.told')}</p>
        <Button variant="primary" busy={busy} disabled={!isChanged || silent.length > 0} onClick={() => void save()}>
          {t('ns.save')}
        </Button>
      </div>
      {dialog}
    </Card>
  );
}

interface GroupRowProps {
  readonly group: NoticeGroup;
  readonly channels: NoticeChoice[NoticeGroup];
  readonly isSilent: boolean;
  readonly onChange: (channel: NoticeChannel, on: boolean) => void;
}

function GroupRow({ group, channels, isSilent, onChange }: GroupRowProps): ReactNode {
  const t = useT();
  const id = useId();
  return (
    <li className={css['group']}>
      <div className={css['words']}>
        <h2 id={id}>{t(`ns.g.${group}`)}</h2>
        <p>{t(`ns.n.${group}`)}</p>
        {isSilent && (
          <p className={css['silent']} role="alert">
            {t('ns.one')}
          </p>
        )}
      </div>
      {hasChoice(group) ? (
        <fieldset className={css['channels']} aria-labelledby={id}>
          {noticeChannels.map((channel) => (
            <span key={channel} className={css['channel']}>
              <label htmlFor={`${id}${channel}`}>{t(`ns.c.${channel}`)}</label>
              <Switch id={`${id}${channel}`} on={channels[channel]} busy={false} onChange={(on) => onChange(channel, on)} />
            </span>
          ))}
        </fieldset>
      ) : (
        <p className={css['always']}>{t('ns.always')}</p>
      )}
    </li>
  );
}
