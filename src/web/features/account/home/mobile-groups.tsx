import type { ReactNode } from 'react';
import type { Platform } from '#contract/vocabulary/platforms.ts';
import { useT } from '#web/lib/texts/i18n.tsx';
import { listText } from '#web/lib/texts/intl.ts';
import { Badge } from '#web/ui/layout/badge.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { ErrorCard } from '#web/ui/feedback/error-card.tsx';
import { clock, database, layoutGrid, link, logOut, monitorSmartphone, userX } from '#web/ui/marks/icons.ts';
import { Row, Rows, Tile } from '#web/ui/layout/rows.tsx';
import { useAccount } from '#web/widgets/account/account.ts';
import { useAccountFailure } from '#web/widgets/account/account-failure.ts';
import { useDevices } from '#web/widgets/device/devices.ts';
import { useApps } from '#web/widgets/oauth-client/apps.ts';
import { ProtectionRow } from '#web/widgets/passkeys/protection-row.tsx';
import { fileText, idCard } from './home-icons.ts';
import { MethodValue } from '#web/widgets/sign-in/method-value.tsx';
import css from './mobile-groups.module.css';
import { signInMethods, type SignInMethod } from '#web/widgets/sign-in/sign-in-methods.ts';

/** The account's sections as inset groups; each row shows its state (brief 3.2). */
export function MobileGroups({ onSignOut }: { readonly onSignOut: () => void }): ReactNode {
  const t = useT();
  return (
    <div className={css['groups']}>
      <Group title={t('nav.profile')}>
        <Row title={t('title.basic')} lead={<Tile icon={idCard} />} href="/mobile-account-info" />
        <Row title={t('title.personal')} lead={<Tile icon={fileText} />} href="/mobile-privacy-info" />
      </Group>
      <SecurityGroup />
      <AppsGroup />
      <Group>
        <Row title={t('dt.h')} lead={<Tile icon={database} />} href="/mobile-data" />
        <Row title={t('nav.delete')} lead={<Tile icon={userX} />} href="/mobile-cancellation/statement" />
        <Row title={t('head.logout')} lead={<Tile icon={logOut} />} onClick={onSignOut} acts />
      </Group>
    </div>
  );
}

/** With the number of each; without it while it is unknown. */
function AppsGroup(): ReactNode {
  const t = useT();
  const { data: apps } = useApps();
  const { data: devices } = useDevices();
  return (
    <Group title={t('home.grpApps')}>
      <Row title={t('nav.apps')} lead={<Tile icon={layoutGrid} />} value={apps?.length} muted href="/mobile-application" />
      <Row title={t('nav.devices')} lead={<Tile icon={monitorSmartphone} />} value={devices?.length} muted href="/mobile-device-info" />
    </Group>
  );
}

function SecurityGroup(): ReactNode {
  const t = useT();
  const { data: account } = useAccount();
  const failure = useAccountFailure();
  if (failure !== undefined) {
    return (
      <Group title={t('nav.security')} list={false}>
        <ErrorCard {...failure} />
      </Group>
    );
  }
  return (
    <Group title={t('nav.security')} busy={account === undefined}>
      {/* In their final places before their values arrive, so that nothing moves. */}
      {signInMethods(account).map((method) => (
        <MethodRow key={method.kind} method={method} isPending={account === undefined} />
      ))}
      <Row
        title={t('nav.social')}
        lead={<Tile icon={link} />}
        value={account === undefined ? undefined : <LinkedAccounts platforms={account.tpls.map(({ type }) => type)} />}
        muted
        href="/mobile-social-accounts"
      />
      <Row title={t('title.activity')} lead={<Tile icon={clock} />} href="/mobile-activity" />
      <ProtectionRow href="/mobile-passkeys" />
    </Group>
  );
}

function MethodRow({ method, isPending }: { readonly method: SignInMethod; readonly isPending: boolean }): ReactNode {
  const t = useT();
  const missing = !isPending && method.value === undefined;
  const value = !isPending && <MethodValue method={method} />;
  return (
    <Row
      title={t(method.label)}
      lead={<Tile icon={method.icon} tone={missing ? 'warning' : 'neutral'} />}
      value={missing ? <Badge tone="warning">{value}</Badge> : value || undefined}
      muted={!missing}
      href={method.paths.mobile}
    />
  );
}

function LinkedAccounts({ platforms }: { readonly platforms: readonly Platform[] }): ReactNode {
  const t = useT();
  if (platforms.length === 0) return t('st.unbound');
  return listText(
    platforms.map((platform) => t(`social.${platform}`)),
    'values',
  );
}

interface GroupProps {
  readonly title?: string;
  readonly busy?: boolean;
  /** False for content that is not a list of rows. */
  readonly list?: boolean;
  readonly children: ReactNode;
}

function Group({ title, busy = false, list = true, children }: GroupProps): ReactNode {
  return (
    <>
      {title !== undefined && <h2 className={css['title']}>{title}</h2>}
      <Card busy={busy}>{list ? <Rows>{children}</Rows> : children}</Card>
    </>
  );
}
