import type { ReactNode } from 'react';
import { useT } from '#web/lib/i18n.tsx';
import { AuthCard } from '#web/ui/card.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { triangleExclamationPoint } from '#web/ui/icons.ts';
import { Mark } from '#web/ui/rings.tsx';

interface RequestOverProps {
  /** What a person can do about it. */
  readonly text: ReactNode;
  /** For the makers of the app. */
  readonly detail?: ReactNode;
}

/** An app's request that leads nowhere: no answer goes to the app. */
export function RequestOver({ text, detail }: RequestOverProps): ReactNode {
  const t = useT();
  return (
    <AuthCard
      title={t('oe.h')}
      lead={text}
      mark={
        <Mark seed={23} size="m" tone="warning">
          <Icon of={triangleExclamationPoint} size={28} />
        </Mark>
      }
    >
      {detail}
      <ButtonLink variant="primary" size="lg" block href="/">
        {t('sys.backHome')}
      </ButtonLink>
    </AuthCard>
  );
}
