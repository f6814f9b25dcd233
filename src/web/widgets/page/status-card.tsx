import type { ReactNode } from 'react';
import { useT } from '#web/lib/texts/i18n.tsx';
import { Button, ButtonLink } from '#web/ui/controls/button.tsx';
import { AuthCard } from '#web/ui/layout/auth-card.tsx';
import { Mark } from '#web/ui/layout/mark.tsx';

interface StatusCardProps {
  readonly status: 403 | 404 | 500;
  readonly title: ReactNode;
  readonly lead: ReactNode;
  /** Tries the page again; without it, the account center is the way out. */
  readonly onRetry?: () => void;
}

/** The page for a URL that cannot be shown: the number inside a ring mark, its meaning, and the way out. */
export function StatusCard({ status, title, lead, onRetry }: StatusCardProps) {
  const t = useT();
  return (
    <AuthCard
      title={title}
      lead={lead}
      mark={
        <Mark seed={status} size="l">
          {status}
        </Mark>
      }
    >
      {onRetry === undefined ? (
        <ButtonLink variant="primary" size="lg" block href="/">
          {t('sys.backHome')}
        </ButtonLink>
      ) : (
        <Button variant="primary" size="lg" block onClick={onRetry}>
          {t('sys.retry')}
        </Button>
      )}
    </AuthCard>
  );
}
