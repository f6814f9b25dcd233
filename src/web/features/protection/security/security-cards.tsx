import type { ReactNode } from 'react';
import type { AccountView } from '#contract/account/account/account.schemas.ts';
import { useCheckup } from '#web/widgets/checkup/checkup.ts';
import { choiceOfAll, useNotices } from '#web/widgets/notices/notices.ts';
import { useLayout } from '#web/lib/page/layout.ts';
import { useT } from '#web/lib/texts/i18n.tsx';
import { listText } from '#web/lib/texts/intl.ts';
import { atStart, lastDayText, lastSeenText } from '#web/lib/texts/time-text.ts';
import { PendingCard } from '#web/ui/feedback/pending.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { Row, Rows } from '#web/ui/layout/rows.tsx';
import { bell, clock, fingerprintPattern, link, mail, shieldCheck, snowflake } from '#web/ui/marks/icons.ts';
import { useAccount } from '#web/widgets/account/account.ts';
import { useCanUsePasskeys } from '#web/widgets/passkeys/can-use-passkeys.ts';
import { MethodRow } from '#web/widgets/sign-in/method-value.tsx';
import { signInMethods } from '#web/widgets/sign-in/sign-in-methods.ts';

/** The pages of the rows, by layout. */
const pages = {
  passkeys: { desktop: '/pc-passkeys', mobile: '/mobile-passkeys' },
  social: { desktop: '/pc-social-accounts', mobile: '/mobile-social-accounts' },
  twoStep: { desktop: '/pc-two-step', mobile: '/mobile-two-step' },
  activity: { desktop: '/pc-activity', mobile: '/mobile-activity' },
  notices: { desktop: '/pc-notices', mobile: '/mobile-notices' },
  messages: { desktop: '/pc-transparency', mobile: '/mobile-transparency' },
} as const;

/** The ways to sign in, each with its state. Where the browser has no passkeys, there is no row of them. */
export function WayRows(): ReactNode {
  const t = useT();
  const layout = useLayout();
  const query = useAccount();
  const { data: account } = query;
  const canUsePasskeys = useCanUsePasskeys();
  const [password, ...contacts] = signInMethods(account);
  if (query.isLoadingError) return <PendingCard title={t('home.methods')} of={query} />;
  const platforms = account?.tpls.map(({ type }) => t(`social.${type}`)) ?? [];
  return (
    <Card title={t('home.methods')} busy={account === undefined}>
      <Rows>
        {password !== undefined && <MethodRow method={password} account={account} href={password.paths[layout]} />}
        {canUsePasskeys && (
          <Row
            icon={fingerprintPattern}
            title={t('pk.title')}
            note={t('pk.fact')}
            value={account && (account.passkeys === 0 ? t('pk.noneYet') : t('pk.count', { n: account.passkeys }))}
            muted={account?.passkeys === 0}
            href={pages.passkeys[layout]}
          />
        )}
        {contacts.map((method) => (
          <MethodRow key={method.kind} method={method} account={account} href={method.paths[layout]} />
        ))}
        <Row
          icon={link}
          title={t('title.social')}
          value={account && (platforms.length === 0 ? t('st.unbound') : listText(platforms, 'values'))}
          muted={platforms.length === 0}
          href={pages.social[layout]}
        />
        <Row
          icon={shieldCheck}
          title={t('ts.title')}
          value={account && t(account.twoStep.enabled ? 'ts.on' : 'ts.off')}
          muted={account?.twoStep.enabled === false}
          href={pages.twoStep[layout]}
        />
      </Rows>
    </Card>
  );
}

/** The channel of an account that has no choice. */
function onlyChannel({ encryptEmail, encryptPhoneNumber }: AccountView): 'mail' | 'sms' | undefined {
  if (encryptEmail === '') return 'sms';
  return encryptPhoneNumber === '' ? 'mail' : undefined;
}

/** Rows of the activity, the notices and the messages. */
export function MessageRows(): ReactNode {
  const t = useT();
  const layout = useLayout();
  const { data: checkup } = useCheckup();
  const { data: account } = useAccount();
  const { data: notices } = useNotices();
  const latest = checkup?.latestAt ? atStart(lastSeenText(checkup.latestAt)) : undefined;
  const staff = checkup?.staffAt ? t('sec.staff', { date: lastDayText(checkup.staffAt) }) : undefined;
  return (
    <Card title={t('sec.messagesH')}>
      <Rows>
        <Row icon={clock} title={t('title.activity')} value={latest} href={pages.activity[layout]} />
        <Row
          icon={bell}
          title={t('ns.title')}
          value={account && notices && t(`ns.v.${onlyChannel(account) ?? choiceOfAll(notices.groups)}`)}
          href={pages.notices[layout]}
        />
        <Row icon={mail} title={t('sec.messages')} value={staff} href={pages.messages[layout]} />
      </Rows>
    </Card>
  );
}

/** The page that freezes the account. */
export function FreezeRow(): ReactNode {
  const t = useT();
  return (
    <Card>
      <Rows>
        <Row icon={snowflake} isDanger title={t('fz.row')} note={t('fz.rowB')} href="/freeze" />
      </Rows>
    </Card>
  );
}
