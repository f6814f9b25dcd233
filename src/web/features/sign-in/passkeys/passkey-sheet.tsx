import { useRef, type ReactNode } from 'react';
import { useT } from '#web/lib/texts/i18n.tsx';
import { atStart, lastSeenText, shortDayText } from '#web/lib/texts/time-text.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { DialogContent, DialogShell } from '#web/ui/feedback/dialog.tsx';
import { Facts } from '#web/widgets/page/facts.tsx';
import { passkeyName } from './passkey-row.tsx';
import type { Passkey } from './passkeys.ts';

interface PasskeySheetProps {
  readonly passkey: Passkey;
  readonly open: boolean;
  readonly onClose: () => void;
  readonly onRename: () => void;
  readonly onRemove: () => void;
}

/** Facts of a passkey, its name and its end. */
export function PasskeySheet({ passkey, open, onClose, onRename, onRemove }: PasskeySheetProps): ReactNode {
  const t = useT();
  const heading = useRef<HTMLHeadingElement>(null);
  const { maker, createdAt, lastUsedAt, place } = passkey;
  const name = passkeyName(passkey, t);
  return (
    <DialogShell open={open} onClose={onClose} initialFocus={heading}>
      <DialogContent
        heading={heading}
        title={name}
        actions={
          <>
            <Button red onClick={onRemove}>
              {t('pk.remove')}
            </Button>
            <Button onClick={onRename}>{t('pk.rename')}</Button>
          </>
        }
      >
        <Facts
          of={[
            [t('pk.kept'), maker === name ? '' : maker],
            [t('pk.made'), atStart(shortDayText(createdAt))],
            [t('dv.last'), lastUsedAt === null ? t('pk.never') : atStart(lastSeenText(lastUsedAt))],
            [t('dv.place'), place],
          ]}
        />
      </DialogContent>
    </DialogShell>
  );
}
