import { useEffect, useState, type ComponentType, type ReactNode } from 'react';
import { ChangeByCode, ChangePassword, SetFirstPassword, type PasswordFlowProps } from '#web/features/sign-in/password/password-flow.tsx';
import { navigate, useQuery, useRouteTitle } from '#web/lib/page/router.ts';
import { FlowPage } from '#web/ui/flow/flow.tsx';
import { useAccount } from '#web/widgets/account/account.ts';
import { securityPlace } from '#web/widgets/account/places.ts';
import { AccountPending } from '#web/widgets/account/account-pending.tsx';

const home = securityPlace.mobile;
const setFirstPath = '/mobile-modify-info/setInitialPassword';

/** The next page after 'Set your password first', by `fromType` (spec 2). */
const nextByFromType: ReadonlyMap<string, string> = new Map([
  ['fromPhone', '/mobile-modify-info/phone'],
  ['fromEmail', '/mobile-modify-info/email'],
]);

/** The page of the first password, with the `fromType` of the page that leads to it. */
function useSetFirst(): string {
  const fromType = useQuery().get('fromType');
  return fromType === null ? setFirstPath : `${setFirstPath}?${new URLSearchParams({ fromType }).toString()}`;
}

/** /mobile-modify-info/password: Change Password. */
export function ChangePasswordPage(): ReactNode {
  return <PasswordPage hasPassword otherwise={useSetFirst()} flow={ChangePassword} />;
}

/** /mobile-modify-info/setPassword: Set password, by a code, if the current one is forgotten. */
export function SetPasswordByCodePage(): ReactNode {
  return <PasswordPage hasPassword otherwise={useSetFirst()} flow={ChangeByCode} />;
}

/** /mobile-modify-info/setInitialPassword: the first password, set alone or before a phone or an email is bound. */
export function SetFirstPasswordPage(): ReactNode {
  const next = nextByFromType.get(useQuery().get('fromType') ?? '');
  return (
    <PasswordPage hasPassword={false} otherwise={next ?? '/mobile-modify-info/password'} next={next ?? home} flow={SetFirstPassword} />
  );
}

interface PasswordPageProps {
  /** The state that the page is for; other accounts are redirected before anything is shown. */
  readonly hasPassword: boolean;
  readonly otherwise: string;
  /** The next page at the end. */
  readonly next?: string;
  readonly flow: ComponentType<PasswordFlowProps>;
}

function PasswordPage({ hasPassword, otherwise, next = home, flow: Flow }: PasswordPageProps): ReactNode {
  const { title } = useRouteTitle();
  const { data: account } = useAccount();
  // Fixed when the page is opened: the page itself changes it.
  const [fits, setFits] = useState<boolean>();
  if (account !== undefined && fits === undefined) setFits(account.password_empty !== hasPassword);
  useEffect(() => {
    if (fits === false) navigate(otherwise, { replace: true });
  }, [fits, otherwise]);
  const leave = (): void => navigate(next, { replace: true });
  return (
    <FlowPage onLeave={leave}>
      {account !== undefined && fits === true ? <Flow title={title} account={account} onDone={leave} /> : <AccountPending title={title} />}
    </FlowPage>
  );
}
