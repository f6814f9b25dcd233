import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react';
import { limits } from '#contract/limits.ts';
import { failureOf } from '#web/lib/api/failure.ts';
import { translate, useT } from '#web/lib/texts/i18n.tsx';
import { notify } from '#web/lib/page/notify.ts';
import { track } from '#web/lib/api/pending.ts';
import { isRefusal, RefusalError } from '#web/lib/api/refusal-error.ts';
import { handleRefusal } from '#web/lib/api/refusals.ts';
import { navigate, useQuery } from '#web/lib/page/router.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { Empty } from '#web/ui/feedback/empty.tsx';
import { ErrorCard } from '#web/ui/feedback/error-card.tsx';
import { plus, userKey } from '#web/ui/marks/icons.ts';
import { Rows } from '#web/ui/layout/rows.tsx';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { useCanUsePasskeys } from '#web/widgets/passkeys/can-use-passkeys.ts';
import { PasskeyRow } from './passkey-row.tsx';
import { usePasskeys, useTelling, type Passkey } from './passkeys.ts';
import { RemovalDialog } from './removal-dialog.tsx';
import { RenameDialog } from './rename-dialog.tsx';

/** Subject of a dialog. The passkey stays while the dialog closes. */
interface Asked {
  readonly what: 'rename' | 'remove';
  readonly passkey: Passkey;
  readonly open: boolean;
}

/** The account's passkeys: add, rename, remove. */
export function PasskeysCard(): ReactNode {
  const t = useT();
  const isUsable = useCanUsePasskeys();
  const listed = usePasskeys();
  const failure = failureOf(listed);
  const [asked, setAsked] = useState<Asked>();
  const rename = (passkey: Passkey): void => setAsked({ what: 'rename', passkey, open: true });
  const { busy, add } = useAdding(rename);
  useAskedToAdd(add, listed.data !== undefined);
  useTelling(listed, { isAdding: busy });
  const close = (): void => setAsked((before) => before && { ...before, open: false });
  if (!isUsable) return null;
  const passkeys = listed.data?.passkeys ?? [];
  const isEmpty = listed.data !== undefined && passkeys.length === 0;
  const button = (
    <Button variant={isEmpty ? 'primary' : 'text'} size={isEmpty ? 'md' : 'sm'} icon={plus} busy={busy} onClick={add}>
      {t('pk.add')}
    </Button>
  );
  return (
    <Card {...(passkeys.length > 0 && { title: t('pk.listed'), aside: button })} busy={listed.data === undefined && failure === undefined}>
      {failure !== undefined ? (
        <ErrorCard {...failure} />
      ) : listed.data === undefined ? (
        <Skeleton />
      ) : isEmpty ? (
        <Empty icon={userKey} title={t('pk.empty')} action={button}>
          {t('pk.lead')}
        </Empty>
      ) : (
        <Rows>
          {passkeys.map((passkey) => (
            <PasskeyRow
              key={passkey.id}
              passkey={passkey}
              onRename={() => rename(passkey)}
              onRemove={() => setAsked({ what: 'remove', passkey, open: true })}
            />
          ))}
        </Rows>
      )}
      {asked?.what === 'rename' && <RenameDialog key={asked.passkey.id} passkey={asked.passkey} open={asked.open} onClose={close} />}
      {asked?.what === 'remove' && <RemovalDialog passkey={asked.passkey} open={asked.open} onClose={close} />}
    </Card>
  );
}

/** The name field opens after a new one, filled with the name of its maker. */
function useAdding(onAdded: (passkey: Passkey) => void): { readonly busy: boolean; readonly add: () => void } {
  const [busy, setBusy] = useState(false);
  async function run(): Promise<void> {
    const { addPasskey } = await track(import('./add-passkey.ts'));
    const added = await addPasskey();
    if (added === 'exists') notify({ kind: 'warning', text: translate('pk.exists') });
    if (added === undefined || added === 'exists') return;
    notify({ kind: 'success', text: translate('pk.added') });
    onAdded(added);
  }
  const add = (): void => {
    setBusy(true);
    run()
      .catch((error: unknown) => {
        if (isRefusal(error, 'tooMany')) notify({ kind: 'error', text: translate('pk.limit', { n: limits.passkeysMax }) });
        else if (error instanceof RefusalError && error.refusal !== 'passkeyRefused') handleRefusal(error);
        else notify({ kind: 'error', text: translate('pk.failed') });
      })
      .finally(() => setBusy(false));
  };
  return { busy, add };
}

/** Password managers lead here with `?add` (`/.well-known/passkey-endpoints`). */
function useAskedToAdd(add: () => void, isLoaded: boolean): void {
  const isAsked = useQuery().has('add');
  const isBegun = useRef(false);
  const begin = useEffectEvent(() => {
    if (isBegun.current || !isAsked || !isLoaded) return;
    isBegun.current = true;
    navigate(location.pathname, { replace: true });
    add();
  });
  useEffect(() => begin(), [isAsked, isLoaded]);
}
