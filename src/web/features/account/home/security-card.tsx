import type { ReactNode } from 'react';
import { useT } from '#web/lib/texts/i18n.tsx';
import { Badge } from '#web/ui/layout/badge.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { classes } from '#web/ui/classes.ts';
import { Icon } from '#web/ui/marks/icon.tsx';
import { chevronRight } from '#web/ui/marks/icons.ts';
import { ErrorCard } from '#web/ui/feedback/error-card.tsx';
import { anchor } from '#web/ui/controls/link.tsx';
import { Tile } from '#web/ui/layout/rows.tsx';
import { useAccount } from '#web/widgets/account/account.ts';
import { useAccountFailure } from '#web/widgets/account/account-failure.ts';
import { MethodValue } from '#web/widgets/sign-in/method-value.tsx';
import css from './security-card.module.css';
import { signInMethods } from '#web/widgets/sign-in/sign-in-methods.ts';

/** Password, phone and email as tiles; a missing one is amber and counts in the badge (brief 3.2). */
export function SecurityCard(): ReactNode {
  const t = useT();
  const { data: account } = useAccount();
  const failure = useAccountFailure();
  const methods = signInMethods(account);
  const missing = methods.filter(({ value }) => value === undefined).length;
  const badge =
    account === undefined ? undefined : missing === 0 ? (
      <Badge tone="success">{t('home.secAll')}</Badge>
    ) : (
      <Badge tone="warning">{t('home.secTodo', { n: missing })}</Badge>
    );
  return (
    <Card title={t('home.sec')} aside={badge} busy={account === undefined && failure === undefined}>
      {failure !== undefined ? (
        <ErrorCard {...failure} />
      ) : (
        <ul className={css['tiles']}>
          {account === undefined
            ? methods.map(({ kind }) => <li key={kind} className={classes(css['tile'], css['waiting'])} />)
            : methods.map((method) => (
                <li key={method.kind}>
                  <a {...anchor({ href: method.paths.desktop })} className={css['tile']}>
                    <Tile icon={method.icon} tone={method.value === undefined ? 'warning' : 'neutral'} />
                    <Icon of={chevronRight} size={18} className={css['go']} />
                    <b>{t(method.kind === 'password' ? 'f.password' : method.label)}</b>
                    <span className={classes(css['value'], method.value === undefined && css['missing'])}>
                      <MethodValue method={method} />
                    </span>
                  </a>
                </li>
              ))}
        </ul>
      )}
    </Card>
  );
}
