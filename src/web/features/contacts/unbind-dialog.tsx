import { useRef, useState, type ReactNode, type RefObject } from 'react';
import type { AccountView } from '#contract/schemas/account.ts';
import { translate, useT } from '#web/lib/i18n.tsx';
import { notify } from '#web/lib/notify.ts';
import { handleRefusal } from '#web/lib/refusals.ts';
import { Button } from '#web/ui/button.tsx';
import { DialogContent, DialogShell } from '#web/ui/dialog.tsx';
import { accountKey, useAccount } from '#web/widgets/account/account.ts';
import { accountCache } from '#web/widgets/account/account-cache.ts';
import { MaskedTargetText } from '#web/widgets/identity-proof/masked-target-text.tsx';
import { withProof } from '#web/widgets/identity-proof/proof.ts';
import { contactCalls, type ContactKind } from './contact-kinds.ts';

interface UnbindDialogProps {
  readonly kind: ContactKind;
  readonly open: boolean;
  readonly onClose: () => void;
  /** Called after the unbinding, instead of `onClose`. */
  readonly onDone?: () => void;
}

/**
 * Asks for confirmation before a phone or email is unbound, and explains the effects; for the last way in, explains the
 * refusal (3006).
 */
export function UnbindDialog({ kind, open, onClose, onDone = onClose }: UnbindDialogProps): ReactNode {
  const [busy, setBusy] = useState(false);
  const safe = useRef<HTMLButtonElement>(null);
  const { data: account } = useAccount();
  return (
    <DialogShell kind="alert" open={open && account !== undefined} onClose={onClose} busy={busy} initialFocus={safe}>
      {account !== undefined && (
        <UnbindContent kind={kind} account={account} busy={busy} setBusy={setBusy} onClose={onClose} onDone={onDone} safe={safe} />
      )}
    </DialogShell>
  );
}

interface UnbindContentProps extends Required<Omit<UnbindDialogProps, 'open'>> {
  readonly account: AccountView;
  readonly busy: boolean;
  readonly setBusy: (busy: boolean) => void;
  readonly safe: RefObject<HTMLButtonElement | null>;
}

function UnbindContent({ kind, account, busy, setBusy, onClose, onDone, safe }: UnbindContentProps): ReactNode {
  const t = useT();
  const calls = contactCalls[kind];
  // Fixed when the question is asked: its answer changes the account.
  const [masked] = useState(() => calls.masked(account));
  const [isLast, setLast] = useState(() => contactCalls[kind === 'phone' ? 'email' : 'phone'].masked(account) === '');

  async function unbind(): Promise<void> {
    setBusy(true);
    try {
      const changed = await withProof({ action: calls.actions.unbind }, calls.unbind);
      if (changed === undefined) return;
      accountCache.setQueryData<AccountView>(accountKey, changed);
      notify({ kind: 'success', text: translate(`ad.unbound.${kind}`) });
      onDone();
    } catch (error) {
      handleRefusal(error, {
        onCaller: ({ refusal }) => {
          if (refusal !== 'lastWayIn') return false;
          setLast(true);
          return true;
        },
      });
    } finally {
      setBusy(false);
    }
  }

  const title = t(`ad.unbind.${kind}`);
  if (isLast) {
    return (
      <DialogContent
        title={title}
        lead={t(`ad.last.${kind}`)}
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
      lead={<MaskedTargetText text="ad.unbind.b" gap="target" masked={masked} />}
      actions={
        <>
          <Button ref={safe} onClick={onClose}>
            {t('btn.cancel')}
          </Button>
          <Button variant="danger" busy={busy} onClick={() => void unbind()}>
            {t('btn.unbind')}
          </Button>
        </>
      }
    />
  );
}
