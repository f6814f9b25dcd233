import { useRef, useState, type ReactNode, type RefObject } from 'react';
import type { AccountView } from '#contract/schemas/account.ts';
import type { Platform } from '#contract/vocabulary/platforms.ts';
import { useT } from '#web/lib/i18n.tsx';
import { handleRefusal } from '#web/lib/refusals.ts';
import { Button } from '#web/ui/button.tsx';
import { DialogContent, DialogShell } from '#web/ui/dialog.tsx';
import { useAccount } from '#web/widgets/account/account.ts';
import { useUnbinding } from './unbind.ts';

interface UnbindSocialDialogProps {
  /** The platform in question; undefined while there is no question. */
  readonly platform: Platform | undefined;
  readonly onClose: () => void;
}

/** Asks for confirmation before a social account is unbound; for the last way in, explains the refusal (3006). */
export function UnbindSocialDialog({ platform, onClose }: UnbindSocialDialogProps): ReactNode {
  const { data: account } = useAccount();
  const [busy, setBusy] = useState(false);
  const safe = useRef<HTMLButtonElement>(null);
  const isOpen = platform !== undefined && account !== undefined;
  return (
    <DialogShell kind="alert" open={isOpen} onClose={onClose} busy={busy} initialFocus={safe}>
      {isOpen && <Question platform={platform} account={account} busy={busy} setBusy={setBusy} onClose={onClose} safe={safe} />}
    </DialogShell>
  );
}

interface QuestionProps {
  readonly platform: Platform;
  readonly account: AccountView;
  readonly busy: boolean;
  readonly setBusy: (busy: boolean) => void;
  readonly onClose: () => void;
  readonly safe: RefObject<HTMLButtonElement | null>;
}

function Question({ platform, account, busy, setBusy, onClose, safe }: QuestionProps): ReactNode {
  const t = useT();
  const { isLast, unbind, takeRefusal } = useUnbinding(platform, account);

  async function confirm(): Promise<void> {
    setBusy(true);
    try {
      if (await unbind()) onClose();
    } catch (error) {
      handleRefusal(error, { onCaller: takeRefusal });
    } finally {
      setBusy(false);
    }
  }

  const title = t('unbind.h', { platform: t(`social.${platform}`) });
  if (isLast) {
    return (
      <DialogContent
        title={title}
        lead={t('unbind.last')}
        actions={
          <Button ref={safe} variant="primary" onClick={onClose}>
            {t('btn.ok')}
          </Button>
        }
      />
    );
  }
  return (
    <DialogContent
      title={title}
      lead={t('unbind.b', { platform: t(`social.${platform}`) })}
      actions={
        <>
          <Button ref={safe} onClick={onClose}>
            {t('btn.cancel')}
          </Button>
          <Button variant="danger" busy={busy} onClick={() => void confirm()}>
            {t('btn.unbind')}
          </Button>
        </>
      }
    />
  );
}
