import type { ReactNode } from 'react';
import { useT } from '#web/lib/i18n.tsx';
import { Button } from './button.tsx';
import { Empty } from './empty.tsx';
import { rotateCcw } from './icons.ts';

interface ErrorCardProps {
  /** Why, in a person's words. */
  readonly reason?: ReactNode;
  readonly onRetry: () => void;
  readonly busy?: boolean;
}

/** The part of a page that could not be loaded. It stands inside the failing card alone; the others stay alive. */
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
