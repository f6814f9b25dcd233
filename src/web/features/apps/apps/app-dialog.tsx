import { useEffect, useRef, useState, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { appsEndpoints } from '#contract/apps/apps/apps.ts';
import type { ConsentLine } from '#contract/apps/openid/claims.words.ts';
import { call } from '#web/lib/api/api.ts';
import { translate, useT } from '#web/lib/texts/i18n.tsx';
import { notify } from '#web/lib/page/notify.ts';
import { handleRefusal } from '#web/lib/api/refusals.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { DialogContent, DialogShell } from '#web/ui/feedback/dialog.tsx';
import { leaveList } from '#web/ui/layout/leaving-row.ts';
import { accountCache } from '#web/widgets/account/account-cache.ts';
import { appsKey, type AuthorizedApp } from '#web/widgets/oauth-client/apps.ts';
import type { Asked } from './app-question.ts';
import { AppSheet } from './app-sheet.tsx';

interface AppDialogProps {
  readonly asked: Asked;
  readonly open: boolean;
  readonly onAsk: (asked: Asked) => void;
  readonly onClose: () => void;
}

/** One dialog for all questions about an app; on narrow screens a sheet that starts with the app itself. */
export function AppDialog({ asked, open, onAsk, onClose }: AppDialogProps): ReactNode {
  const [busy, setBusy] = useState(false);
  const { app, question, row } = asked;

  async function take(scope: ConsentLine | undefined): Promise<void> {
    setBusy(true);
    const { clientID } = app;
    try {
      await call(appsEndpoints.cancelApp, { body: scope === undefined ? { clientID } : { clientID, scope } });
      // Synchronously, so that the dialog returns the focus before it moves on.
      flushSync(onClose);
      await afterwards(asked, scope);
    } catch (error) {
      handleRefusal(error);
    } finally {
      setBusy(false);
    }
  }

  return (
    <DialogShell open={open} onClose={onClose} busy={busy} kind={question === 'show' ? 'dialog' : 'alert'}>
      {question === 'show' ? (
        <AppSheet app={app} onAsk={(next) => onAsk({ app, question: next, row })} />
      ) : (
        <Confirmation
          key={question}
          app={app}
          scope={question === 'cancel' ? undefined : question}
          busy={busy}
          onCancel={onClose}
          onConfirm={(scope) => void take(scope)}
        />
      )}
    </DialogShell>
  );
}

interface ConfirmationProps {
  readonly app: AuthorizedApp;
  /** Absent: all scopes. */
  readonly scope: ConsentLine | undefined;
  readonly busy: boolean;
  readonly onCancel: () => void;
  readonly onConfirm: (scope: ConsentLine | undefined) => void;
}

function Confirmation({ app, scope, busy, onCancel, onConfirm }: ConfirmationProps): ReactNode {
  const t = useT();
  const safe = useRef<HTMLButtonElement>(null);
  // Also when it replaces the sheet in an open dialog.
  useEffect(() => safe.current?.focus(), []);
  const title = app.scopes.find(({ name }) => name === scope)?.title ?? '';
  return (
    <DialogContent
      title={scope === undefined ? t('ap.revoke.h', { app: app.name }) : t('ap.take.h', { scope: title, app: app.name })}
      lead={t(scope === undefined ? 'ap.revoke.b' : 'ap.take.b')}
      actions={
        <>
          <Button ref={safe} onClick={onCancel}>
            {t('btn.cancel')}
          </Button>
          <Button variant="danger" busy={busy} onClick={() => onConfirm(scope)}>
            {t(scope === undefined ? 'ap.revoke' : 'ap.take')}
          </Button>
        </>
      }
    />
  );
}

/** Updates the list immediately, in every loaded language. */
async function afterwards({ app, row }: Asked, scope: ConsentLine | undefined): Promise<void> {
  notify({ kind: 'success', text: translate(scope === undefined ? 'ap.revoke.ok' : 'ap.take.ok') });
  if (scope === undefined) {
    const remove = (): void => change(app, () => []);
    if (row === null) remove();
    else await leaveList(row, remove);
  } else {
    change(app, (each) => [{ ...each, scopes: each.scopes.filter(({ name }) => name !== scope) }]);
    row?.querySelector<HTMLElement>('button')?.focus();
  }
}

function change({ clientID }: AuthorizedApp, next: (app: AuthorizedApp) => readonly AuthorizedApp[]): void {
  accountCache.setQueriesData<readonly AuthorizedApp[]>({ queryKey: appsKey }, (apps) =>
    apps?.flatMap((each) => (each.clientID === clientID ? next(each) : [each])),
  );
}
