import type { ReactNode } from 'react';
import { useT } from '#web/lib/texts/i18n.tsx';
import { Button } from '#web/ui/controls/button.tsx';
import { Empty } from './empty.tsx';
import { rotateCcw } from '#web/ui/marks/icons.ts';

interface ErrorCardProps {
  /** The reason, in plain words. */
  readonly reason?: ReactNode;
  readonly onRetry: () => void;
  readonly busy?: boolean;
}

/** The part of a page that failed to load. Shown only inside the failing card; the other cards keep working. */
export function ErrorCard({ reason, onRetry, busy = false }: ErrorCardProps) {
  const t = useT();
  return (
    <Empty
      icon={rotateCcw}
      title={t('sys.loadFail')}
      action={
        <Button size="sm" busy={busy} onClick={onRetry}>
          {t('sys.retry')}
        </Button>
      }
    >
      {reason}
    </Empty>
  );
}
