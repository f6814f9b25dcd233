import type { ReactNode } from 'react';
import { useLayout } from '#web/lib/page/layout.ts';
import { useT } from '#web/lib/texts/i18n.tsx';
import { Button, ButtonLink } from '#web/ui/controls/button.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { Row, Rows } from '#web/ui/layout/rows.tsx';
import { fingerprintPattern } from '#web/ui/marks/icons.ts';
import { accountCache } from '#web/widgets/account/account-cache.ts';
import css from './offer-line.module.css';
import { offerKey } from './passkeys.ts';

const pages = { desktop: '/pc-passkeys?add', mobile: '/mobile-passkeys?add' } as const;

/** "Use your fingerprint next time?" */
export function OfferLine(): ReactNode {
  const t = useT();
  const layout = useLayout();
  const dismiss = (): void => {
    document.querySelector<HTMLElement>('h1')?.focus();
    accountCache.setQueryData<boolean>(offerKey, false);
  };
  return (
    <Card>
      <Rows>
        <Row
          icon={fingerprintPattern}
          title={t('pk.offer')}
          action={
            <span className={css['acts']}>
              <ButtonLink size="sm" href={pages[layout]}>
                {t('pk.setUp')}
              </ButtonLink>
              <Button size="sm" variant="text" quiet onClick={dismiss}>
                {t('pk.notNow')}
              </Button>
            </span>
          }
        />
      </Rows>
    </Card>
  );
}
