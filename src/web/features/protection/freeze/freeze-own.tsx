import { useEffect, useState, type ReactNode } from 'react';
import { activityEndpoints } from '#contract/protection/activity/activity.ts';
import { containmentEndpoints } from '#contract/protection/freeze/freeze.ts';
import { call } from '#web/lib/api/api.ts';
import type { CallData } from '#web/lib/api/call-types.ts';
import { useT, type Translate } from '#web/lib/texts/i18n.tsx';
import { navigate } from '#web/lib/page/router.ts';
import { handleRefusal } from '#web/lib/api/refusals.ts';
import { atStart, lastSeenText } from '#web/lib/texts/time-text.ts';
import { AuthFoot } from '#web/ui/layout/auth-card.tsx';
import { Link } from '#web/ui/controls/link.tsx';
import { clientName, networkName, placeText } from '#web/widgets/device/device-words.ts';
import { FreezeQuestion } from '#web/widgets/freeze/freeze-question.tsx';
import { keepFrozen } from '#web/widgets/freeze/frozen-now.ts';
import type { Fact } from '#web/widgets/page/facts.tsx';
import { keepMailedToken } from '#web/widgets/mailed-links/mailed-token.ts';

type Entry = CallData<typeof activityEndpoints.listActivity>['items'][number];

interface FreezeOwnProps {
  /** The id of the event that the person reports, or ''. */
  readonly event: string;
  readonly onCancel: () => void;
}

/** Freezes the account of this session. It needs no proof. */
export function FreezeOwn({ event, onCancel }: FreezeOwnProps): ReactNode {
  const t = useT();
  const [entry, setEntry] = useState<Entry>();
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    if (event === '') return undefined;
    const stop = new AbortController();
    // Without an answer the question stands without it.
    call(activityEndpoints.listActivity, { query: { id: event }, signal: stop.signal }).then(
      ({ items }) => setEntry(items[0]),
      () => undefined,
    );
    return () => stop.abort();
  }, [event]);

  async function freeze(): Promise<void> {
    setBusy(true);
    try {
      const done = await call(containmentEndpoints.freezeOwn, { body: {} });
      keepFrozen(done);
      keepMailedToken('recover', done.ticket);
      navigate('/frozen', { replace: true });
    } catch (error) {
      handleRefusal(error);
      setBusy(false);
    }
  }

  return (
    <FreezeQuestion
      facts={entry === undefined ? [] : factsOf(entry, t)}
      busy={busy}
      onFreeze={() => void freeze()}
      onCancel={onCancel}
      less={
        entry !== undefined && (
          <AuthFoot>
            <Link href="/mobile-modify-info/password">{t('fz.less')}</Link>
          </AuthFoot>
        )
      }
    />
  );
}

function factsOf(entry: Entry, t: Translate): readonly Fact[] {
  const place = placeText(entry, t) || networkName(entry, t);
  return [
    [t('fz.reported'), clientName(entry, t)],
    [t('fz.when'), [atStart(lastSeenText(entry.at)), place].filter((part) => part !== '').join(' · ')],
  ];
}
