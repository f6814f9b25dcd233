import type { ReactNode } from 'react';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { AuthCard } from '#web/ui/card.tsx';
import { Mark } from '#web/ui/rings.tsx';

interface StatusCardProps {
  readonly status: 403 | 404 | 500;
  readonly title: ReactNode;
  readonly lead: ReactNode;
  readonly action: { readonly label: ReactNode } & ({ readonly href: string } | { readonly onClick: () => void });
}

/** The page for a URL that cannot be shown: the number inside a ring mark, its meaning, and one action. */
export function StatusCard({ status, title, lead, action }: StatusCardProps) {
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
      {'href' in action ? (
        <ButtonLink variant="primary" size="lg" block href={action.href}>
          {action.label}
        </ButtonLink>
      ) : (
        <Button variant="primary" size="lg" block onClick={action.onClick}>
          {action.label}
        </Button>
      )}
    </AuthCard>
  );
}
