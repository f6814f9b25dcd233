import type { ReactNode } from 'react';
import { useT } from '#web/lib/texts/i18n.tsx';
import { Pending } from '#web/ui/feedback/pending.tsx';
import { Link } from '#web/ui/controls/link.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { Rows } from '#web/ui/layout/rows.tsx';
import { useAccount } from '#web/widgets/account/account.ts';
import { securityPlace } from '#web/widgets/account/places.ts';
import { MethodRow } from '#web/widgets/sign-in/method-value.tsx';
import { signInMethods } from '#web/widgets/sign-in/sign-in-methods.ts';

/** Password, phone and email with their state. */
export function MethodsCard(): ReactNode {
  const t = useT();
  const query = useAccount();
  const { data: account } = query;
  return (
    <Card title={t('home.methods')} aside={<Link href={securityPlace.desktop}>{t(securityPlace.label)}</Link>} busy={query.isPending}>
      {query.isLoadingError ? (
        <Pending of={query} />
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
