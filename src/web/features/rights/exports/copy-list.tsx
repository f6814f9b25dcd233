import { useState, type ReactNode } from 'react';
import { dataEndpoints } from '#contract/rights/exports/exports.ts';
import { call } from '#web/lib/api/api.ts';
import { failureOf } from '#web/lib/api/failure.ts';
import { translate, useT, type Translate } from '#web/lib/texts/i18n.tsx';
import { notify } from '#web/lib/page/notify.ts';
import { handleRefusal } from '#web/lib/api/refusals.ts';
import { dayText } from '#web/lib/texts/time-text.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { Empty } from '#web/ui/feedback/empty.tsx';
import { ErrorCard } from '#web/ui/feedback/error-card.tsx';
import { clock, download, loaderCircle, shieldCheck } from '#web/ui/marks/icons.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { Row, Rows, Tile } from '#web/ui/layout/rows.tsx';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { Stack } from '#web/ui/layout/stack.tsx';
import { withProof } from '#web/widgets/identity-proof/proof.ts';
import { Question } from '#web/widgets/page/question.tsx';
import { isUnderWay, refreshCopies, useCopies, type Copy } from './copies.ts';
import { GetCopyButton } from './get-copy.tsx';
import css from './copies.module.css';

/** The account's copies, with what can be done with each. */
export function CopyList(): ReactNode {
  const t = useT();
  const copies = useCopies();
  const failure = failureOf(copies);
  if (failure !== undefined || copies.data === undefined) {
    return <Card busy={failure === undefined}>{failure === undefined ? <Skeleton /> : <ErrorCard {...failure} />}</Card>;
  }
  const { exports, nextAt } = copies.data;
  return (
    <Stack>
      <Card>
        {exports.length === 0 ? (
          <Empty icon={download} title={t('ex.none')} />
        ) : (
          <Rows>
            {exports.map((copy) => (
              <CopyRow key={copy.id} copy={copy} />
            ))}
          </Rows>
        )}
      </Card>
      {nextAt !== null ? (
        <p className={css['limit']}>{t('ex.limit', { date: dayText(nextAt) })}</p>
      ) : (
        !exports.some((copy) => copy.child === '' && isUnderWay(copy)) && <GetCopyButton />
      )}
      <Notice title={t('ex.only')} icon={shieldCheck}>
        <p>{t('ex.told')}</p>
        <p>{t('ex.keepSafe')}</p>
      </Notice>
    </Stack>
  );
}

function CopyRow({ copy }: { readonly copy: Copy }): ReactNode {
  const t = useT();
  if (isUnderWay(copy)) {
    return (
      <Row
        lead={<Tile icon={loaderCircle} tone="accent" />}
        title={t('ex.buildingH')}
        note={t('ex.building')}
        action={<EndButton copy={copy} />}
      />
    );
  }
  const date = dayText(copy.requestedAt);
  const title = copy.child === '' ? t('ex.copyOf', { date }) : t('ex.copyOfChild', { date, name: copy.child });
  if (copy.state !== 'ready') {
    const note = copy.state === 'failed' ? t('ex.failed') : t(copy.state === 'expired' ? 'ex.s.expired' : 'ex.s.canceled');
    return <Row lead={<Tile icon={clock} />} title={title} note={note} />;
  }
  const actions = (
    <span className={css['actions']}>
      <EndButton copy={copy} />
      <DownloadButton copy={copy} />
    </span>
  );
  return <Row lead={<Tile icon={download} tone="success" />} title={title} note={readyText(copy, t)} action={actions} wraps />;
}

function readyText({ expiresAt, bytes, downloads }: Copy, t: Translate): string {
  const size = bytes < 1_000_000 ? `${Math.ceil(bytes / 1000)} KB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
  const ready = t('ex.ready', { date: dayText(expiresAt ?? ''), size });
  return downloads === 0 ? ready : `${ready} · ${t('ex.downloads', { n: downloads })}`;
}

/** Proves the identity, then the browser saves the file. */
function DownloadButton({ copy: { id } }: { readonly copy: Copy }): ReactNode {
  const t = useT();
  const [busy, setBusy] = useState(false);

  async function save(): Promise<void> {
    setBusy(true);
    try {
      const opened = await withProof({ action: 'downloadExport' }, () => call(dataEndpoints.openExport, { body: { id } }));
      // An attachment: the page stays.
      if (opened !== undefined) window.location.assign(opened.url);
    } catch (error) {
      handleRefusal(error);
    } finally {
      setBusy(false);
    }
  }

  return (
    <Button variant="primary" busy={busy} onClick={() => void save()}>
      {t('ex.download')}
    </Button>
  );
}

/** Ends a copy: at once while it is prepared, after a question when it is ready. */
function EndButton({ copy }: { readonly copy: Copy }): ReactNode {
  const t = useT();
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const running = isUnderWay(copy);

  async function end(): Promise<void> {
    await call(dataEndpoints.cancelExport, { body: { id: copy.id } });
    setAsking(false);
    notify({ kind: 'success', text: translate('ex.removed') });
    await refreshCopies();
  }

  function endAtOnce(): void {
    setBusy(true);
    void end()
      .catch((error: unknown) => handleRefusal(error))
      .finally(() => setBusy(false));
  }

  return (
    <>
      <Button busy={busy} onClick={() => (running ? endAtOnce() : setAsking(true))}>
        {t(running ? 'ex.cancel' : 'ex.remove')}
      </Button>
      <Question
        open={asking}
        onClose={() => setAsking(false)}
        title={t('ex.removeH')}
        lead={t('ex.removeB')}
        verb={t('ex.remove')}
        act={end}
      />
    </>
  );
}
