import type { ReactNode } from 'react';
import { useT } from '#web/lib/texts/i18n.tsx';
import { Link } from '#web/ui/controls/link.tsx';
import { ErrorCard } from '#web/ui/feedback/error-card.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { Rows } from '#web/ui/layout/rows.tsx';
import { useAccount } from '#web/widgets/account/account.ts';
import { useAccountFailure } from '#web/widgets/account/account-failure.ts';
import { securityPlace } from '#web/widgets/account/places.ts';
import { MethodRow } from '#web/widgets/sign-in/method-value.tsx';
import { signInMethods } from '#web/widgets/sign-in/sign-in-methods.ts';

/** Password, phone and email with their state. */
export function MethodsCard(): ReactNode {
  const t = useT();
  const { data: account } = useAccount();
  const failure = useAccountFailure();
  return (
    <Card
      title={t('home.methods')}
      aside={<Link href={securityPlace.desktop}>{t(securityPlace.label)}</Link>}
      busy={account === undefined && failure === undefined}
    >
      {failure !== undefined ? (
        <ErrorCard {...failure} />
      ) : (
        <Rows compact>
          {signInMethods(account).map((method) => (
            <MethodRow key={method.kind} method={method} account={account} href={method.paths.desktop} />
          ))}
        </Rows>
      )}
    </Card>
  );
}
