import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react';
import { useT } from '#web/lib/texts/i18n.tsx';
import { track } from '#web/lib/api/pending.ts';
import { isRefusal, RefusalError } from '#web/lib/api/refusal-error.ts';
import { handleRefusal } from '#web/lib/api/refusals.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { fingerprintPattern } from '#web/ui/marks/icons.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { Stack } from '#web/ui/layout/stack.tsx';
import type { PanelProps } from './proof-request.ts';

/** A passkey as the proof: one button, and the browser's own dialog. */
export function PasskeyPanel({ frame, request, others }: PanelProps): ReactNode {
  const t = useT();
  const button = useRef<HTMLButtonElement>(null);
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState(false);

  async function ask(): Promise<void> {
    setBusy(true);
    setFailed(false);
    try {
      const [{ askForPasskey }, { publicKey }] = await track(
        Promise.all([import('#web/widgets/passkeys/ceremonies.ts'), request.beginPasskey()]),
      );
      const credential = await askForPasskey(publicKey);
      if (credential !== undefined) await request.prove({ method: 'passkey', credential });
    } catch (error) {
      if (isRefusal(error, 'passkeyUnknown', 'passkeyRefused') || !(error instanceof RefusalError)) setFailed(true);
      else handleRefusal(error, request.onRefusal === undefined ? {} : { onCaller: request.onRefusal });
    } finally {
      setBusy(false);
      button.current?.focus();
    }
  }

  const begin = useEffectEvent(() => button.current?.focus());
  useEffect(() => begin(), []);
  return (
    <request.Frame {...frame} sendsItself>
      <Stack>
        {failed && (
          <div role="alert">
            <Notice tone="warning">{t('pk.failed')}</Notice>
          </div>
        )}
        <Button ref={button} variant="primary" size="lg" block icon={fingerprintPattern} busy={busy} onClick={() => void ask()}>
          {t('pk.signIn')}
        </Button>
        {others}
      </Stack>
    </request.Frame>
  );
}
