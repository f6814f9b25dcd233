import { useState, type ReactNode } from 'react';
import { dataEndpoints } from '#contract/rights/exports/exports.ts';
import { useAct } from '#web/lib/api/use-act.ts';
import { call } from '#web/lib/api/api.ts';
import { isRefusal } from '#web/lib/api/refusal-error.ts';
import { useLayout } from '#web/lib/page/layout.ts';
import { useT } from '#web/lib/texts/i18n.tsx';
import { dueText, shortDayText } from '#web/lib/texts/time-text.ts';
import { PendingCard } from '#web/ui/feedback/pending.tsx';
import { Button } from '#web/ui/controls/button.tsx';
import { Link } from '#web/ui/controls/link.tsx';
import { useFocusGoesOn } from '#web/ui/feedback/lost-focus.ts';
import { Card } from '#web/ui/layout/card.tsx';
import { withProof } from '#web/widgets/identity-proof/proof.ts';
import { Question } from '#web/widgets/page/question.tsx';
import { isUnderWay, refreshCopies, useCopies, type Copy } from './copies.ts';
import css from './exports.module.css';

const copyPages = { desktop: '/pc-data-copy', mobile: '/mobile-data-copy' } as const;

/** The newest copy of the account in its state, or the way to one. `isListed` among all copies. */
export function CopyCard({ isListed = false }: { readonly isListed?: boolean }): ReactNode {
  const t = useT();
  const layout = useLayout();
  const copies = useCopies();
  if (copies.data === undefined) return <PendingCard title={t('ex.get')} of={copies} rows={1} />;
  const { exports, nextAt } = copies.data;
  const newest = exports.find(({ child }) => child === '');
  const all = !isListed && exports.length > 0 && <Link href={copyPages[layout]}>{t('ex.copies')}</Link>;
  if (newest !== undefined && isAlive(newest)) return <LiveCopy copy={newest} title={t('ex.get')} also={all} />;
  const failed = newest?.state === 'failed';
  const fact = nextAt !== null ? t('ex.limit', { date: shortDayText(nextAt) }) : t(failed ? 'ex.s.failed' : 'ex.getSub');
  return (
    <CopyState title={t('ex.get')} fact={fact}>
      {all}
      {nextAt === null && <AskButton>{t(failed ? 'ex.again' : 'ex.getBtn')}</AskButton>}
    </CopyState>
  );
}

interface CopyStateProps {
  readonly title: string;
  readonly fact: string;
  readonly children: ReactNode;
}

function CopyState({ title, fact, children }: CopyStateProps): ReactNode {
  return (
    <Card>
      <div className={css['copy']}>
        <div>
          <h2>{title}</h2>
          <p>{fact}</p>
        </div>
        <div className={css['acts']}>{children}</div>
      </div>
    </Card>
  );
}

/** Whether something can be done with a copy. */
export function isAlive(copy: Copy): boolean {
  return isUnderWay(copy) || copy.state === 'ready';
}

interface LiveCopyProps {
  readonly copy: Copy;
  readonly title: string;
  readonly also?: ReactNode;
}

/** A copy that is prepared, or ready. */
export function LiveCopy({ copy, title, also }: LiveCopyProps): ReactNode {
  const t = useT();
  const running = isUnderWay(copy);
  return (
    <CopyState title={title} fact={running ? t('ex.building') : t('ex.ready', { date: dueText(copy.expiresAt ?? '') })}>
      {also}
      <EndButton copy={copy} />
      {!running && <DownloadButton copy={copy} />}
    </CopyState>
  );
}

/** Asks for a copy with a proof of identity. Where it is too soon, the card says when. */
export function AskButton({ children }: { readonly children: ReactNode }): ReactNode {
  const t = useT();
  const need = { action: 'requestExport', note: t('ex.told') } as const;
  const [busy, run] = useAct();
  const own = useFocusGoesOn<HTMLButtonElement>();
  return (
    <Button
      ref={own}
      busy={busy}
      onClick={() =>
        void run(async () => {
          try {
            await withProof(need, () => call(dataEndpoints.requestExport, { body: {} }));
          } catch (error) {
            // The card says when the next one is there.
            if (!isRefusal(error, 'changeLimit')) throw error;
          }
          await refreshCopies();
        })
      }
    >
      {children}
    </Button>
  );
}

/** Proves the identity, then the browser saves the file. */
function DownloadButton({ copy: { id } }: { readonly copy: Copy }): ReactNode {
  const t = useT();
  const [busy, run] = useAct();
  return (
    <Button
      variant="primary"
      busy={busy}
      onClick={() =>
        void run(async () => {
          const opened = await withProof({ action: 'downloadExport' }, () => call(dataEndpoints.openExport, { body: { id } }));
          // An attachment: the page stays.
          if (opened !== undefined) window.location.assign(opened.url);
        })
      }
    >
      {t('ex.download')}
    </Button>
  );
}

/** Ends a copy: at once while it is prepared, after a question when it is ready. */
function EndButton({ copy }: { readonly copy: Copy }): ReactNode {
  const t = useT();
  const [asking, setAsking] = useState(false);
  const [busy, run] = useAct();
  const running = isUnderWay(copy);
  const own = useFocusGoesOn<HTMLButtonElement>();

  async function end(): Promise<void> {
    await call(dataEndpoints.cancelExport, { body: { id: copy.id } });
    setAsking(false);
    await refreshCopies();
  }

  return (
    <>
      <Button
        ref={own}
        variant={running ? 'default' : 'text'}
        red={!running}
        busy={busy}
        onClick={() => (running ? void run(end) : setAsking(true))}
      >
        {t(running ? 'btn.cancel' : 'ex.remove')}
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
