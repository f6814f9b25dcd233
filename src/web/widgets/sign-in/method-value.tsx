import type { ReactNode } from 'react';
import type { AccountView } from '#contract/account/account/account.schemas.ts';
import { useT } from '#web/lib/texts/i18n.tsx';
import { lastDayText } from '#web/lib/texts/time-text.ts';
import { Row } from '#web/ui/layout/rows.tsx';
import { MaskedContact } from '#web/widgets/contacts/masked-contact.tsx';
import type { SignInMethod } from './sign-in-methods.ts';

interface MethodRowProps {
  readonly method: SignInMethod;
  /** Undefined while it is loading: the row stands in its place without a value. */
  readonly account: AccountView | undefined;
  readonly href: string;
}

/** A sign-in method with its state: the masked contact, or when the password was changed. */
export function MethodRow({ method, account, href }: MethodRowProps): ReactNode {
  const t = useT();
  const { kind, value, state } = method;
  const changed = account?.addedAt.password ?? null;
  const shown =
    kind === 'password' && account?.password_empty === false && changed !== null ? (
      t('sec.changedOn', { date: lastDayText(changed) })
    ) : value ? (
      <MaskedContact masked={value} />
    ) : (
      t(state)
    );
  return (
    <Row
      icon={method.icon}
      title={t(method.label)}
      value={account === undefined ? undefined : shown}
      muted={kind === 'password' ? account?.password_empty === true : !value}
      href={href}
    />
  );
}
