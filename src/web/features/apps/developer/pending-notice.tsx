import { developerEndpoints } from '#contract/apps/developer/developer.ts';
import { useAct } from '#web/lib/api/use-act.ts';
import { call } from '#web/lib/api/api.ts';
import { useT } from '#web/lib/texts/i18n.tsx';
import { handleRefusal } from '#web/lib/api/refusals.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { otherVersion, showApp, type OwnApp } from './use-developer.ts';

interface PendingNoticeProps {
  readonly app: OwnApp;
  /** A form that began with the app begins again. */
  readonly onChanged?: (app: OwnApp) => void;
}

/** A live app has changes that wait for a review. */
export function PendingNotice({ app, onChanged }: PendingNoticeProps) {
  const t = useT();
  const [busy, act] = useAct();

  function show(changed: OwnApp): void {
    showApp(changed);
    onChanged?.(changed);
  }

  const discard = (): Promise<void> =>
    act(
      async () => {
        show(await call(developerEndpoints.discardVersion, { params: { id: app.clientID }, body: { version: app.version } }));
      },
      (error) => {
        const other = otherVersion(error);
        if (other === undefined) handleRefusal(error);
        else show(other);
      },
    );

  const { asked = false, reasons = '' } = app.pending ?? {};
  return (
    <Notice
      tone={reasons === '' ? 'accent' : 'warning'}
      title={asked ? t('dc.pending') : t('dc.pending.draft')}
      action={
        <Button size="sm" busy={busy} onClick={() => void discard()}>
          {t('dc.pending.discard')}
        </Button>
      }
    >
      {reasons}
    </Notice>
  );
}
