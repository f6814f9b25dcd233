import { useEffect, useState, type ReactNode } from 'react';
import { useT } from '#web/lib/texts/i18n.tsx';
import { Button, ButtonLink } from '#web/ui/controls/button.tsx';
import { AuthCard } from '#web/ui/layout/card.tsx';
import { Mark } from '#web/ui/layout/rings.tsx';
import { Stack } from '#web/ui/layout/stack.tsx';

interface StatusCardProps {
  readonly status: 403 | 404 | 500;
  readonly title: ReactNode;
  readonly lead: ReactNode;
  /** Tries the page again; without it, the account center is the first way out. */
  readonly onRetry?: () => void;
}

/** The page for a URL that cannot be shown: the number inside a ring mark, its meaning, and the ways out. */
export function StatusCard({ status, title, lead, onRetry }: StatusCardProps) {
  const t = useT();
  const canGoBack = useHistory();
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
      <Stack>
        {onRetry !== undefined && (
          <Button variant="primary" size="lg" block onClick={onRetry}>
            {t('sys.retry')}
          </Button>
        )}
        <ButtonLink variant={onRetry === undefined ? 'primary' : 'default'} size="lg" block href="/">
          {t('sys.backHome')}
        </ButtonLink>
        {canGoBack && (
          <Button variant="text" size="lg" block quiet onClick={() => history.back()}>
            {t('sys.goBack')}
          </Button>
        )}
      </Stack>
    </AuthCard>
  );
}

/** Whether there is a page before this one; a prerendered page does not know it. */
function useHistory(): boolean {
  const [has, setHas] = useState(false);
  useEffect(() => setHas(history.length > 1), []);
  return has;
}
