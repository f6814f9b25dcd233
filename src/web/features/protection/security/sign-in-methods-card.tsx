import { useEffect, useRef, type ReactNode } from 'react';
import type { AccountView } from '#contract/account/account/account.schemas.ts';
import { useT, type MessageKey } from '#web/lib/texts/i18n.tsx';
import { Button } from '#web/ui/controls/button.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { ErrorCard } from '#web/ui/feedback/error-card.tsx';
import { Row, Rows, Tile } from '#web/ui/layout/rows.tsx';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { useAccount } from '#web/widgets/account/account.ts';
import { useAccountFailure } from '#web/widgets/account/account-failure.ts';
import { MethodValue } from '#web/widgets/sign-in/method-value.tsx';
import { signInMethods, type SignInMethod } from '#web/widgets/sign-in/sign-in-methods.ts';
import { isFocusLost } from '#web/ui/feedback/lost-focus.ts';

interface SignInMethodsCardProps {
  /** Sets, binds or changes a method. */
  readonly onChange: (kind: SignInMethod['kind']) => void;
  readonly onUnbind: (kind: 'phone' | 'email') => void;
  /** The method in the unbinding question over the page. */
  readonly unbinding: SignInMethod['kind'] | undefined;
}

/** Password, phone and email with their actions (brief 3.4). */
export function SignInMethodsCard(props: SignInMethodsCardProps): ReactNode {
  const t = useT();
  const { data: account } = useAccount();
  const failure = useAccountFailure();
  return (
    <Card title={t('sec.methods')} busy={account === undefined && failure === undefined}>
      {failure !== undefined ? (
        <ErrorCard {...failure} />
      ) : account === undefined ? (
        <Skeleton />
      ) : (
        <Rows>
          {signInMethods(account).map((method) => (
            <MethodRow key={method.kind} method={method} isSet={has(account, method)} {...props} />
          ))}
        </Rows>
      )}
    </Card>
  );
}

const notes: Readonly<Record<SignInMethod['kind'], MessageKey>> = {
  password: 'sec.pwNote',
  phone: 'sec.phoneNote',
  email: 'sec.emailNote',
};

/** 设置 and 修改 for what a person makes up, 绑定 and 更换 for what a person has. */
const verbs = {
  password: { missing: 'btn.set', present: 'btn.modify' },
  phone: { missing: 'btn.add', present: 'btn.change' },
  email: { missing: 'btn.add', present: 'btn.change' },
} as const satisfies Readonly<Record<SignInMethod['kind'], Readonly<Record<'missing' | 'present', MessageKey>>>>;

/** A password may be absent and not be missed. */
function has(account: AccountView, { kind, value }: SignInMethod): boolean {
  return kind === 'password' ? !account.password_empty : value !== undefined;
}

interface MethodRowProps extends SignInMethodsCardProps {
  readonly method: SignInMethod;
  readonly isSet: boolean;
}

function MethodRow({ method, isSet, onChange, onUnbind, unbinding }: MethodRowProps): ReactNode {
  const t = useT();
  const { kind } = method;
  const missing = method.value === undefined;
  const change = useFocusAfterUnbinding({ missing, asking: unbinding === kind });
  const label = t(verbs[kind][isSet ? 'present' : 'missing']);
  const name = t(method.label);
  return (
    <Row
      lead={<Tile icon={method.icon} tone={missing ? 'warning' : 'neutral'} />}
      title={name}
      note={!isSet && !missing ? t('pw.none') : missing || kind === 'password' ? t(notes[kind]) : <MethodValue method={method} />}
      action={
        <>
          {kind !== 'password' && !missing && (
            <Button variant="text" size="sm" quiet label={t(`ad.unbind.${kind}`)} onClick={() => onUnbind(kind)}>
              {t('btn.remove')}
            </Button>
          )}
          <Button
            ref={change}
            variant={missing ? 'primary' : 'default'}
            size="sm"
            label={`${label} ${name}`}
            onClick={() => onChange(kind)}
          >
            {label}
          </Button>
        </>
      }
    />
  );
}

/** The unbind button disappears with the contact: then the row's other button gets the focus (brief 6). */
function useFocusAfterUnbinding({ missing, asking }: { readonly missing: boolean; readonly asking: boolean }) {
  const button = useRef<HTMLButtonElement>(null);
  const wasMissing = useRef(missing);
  useEffect(() => {
    if (asking) return;
    if (missing && !wasMissing.current && isFocusLost()) button.current?.focus();
    wasMissing.current = missing;
  }, [missing, asking]);
  return button;
}
