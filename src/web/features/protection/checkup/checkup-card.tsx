import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { checkupEndpoints } from '#contract/protection/checkup/checkup.ts';
import type { Advice, AdviceAction } from '#contract/protection/checkup/advice.words.ts';
import { call } from '#web/lib/api/api.ts';
import type { CallData } from '#web/lib/api/call-types.ts';
import { failureOf } from '#web/lib/api/failure.ts';
import { translate, useT, type Translate } from '#web/lib/texts/i18n.tsx';
import { useLayout } from '#web/lib/page/layout.ts';
import { notify } from '#web/lib/page/notify.ts';
import { handleRefusal } from '#web/lib/api/refusals.ts';
import { dayText } from '#web/lib/texts/time-text.ts';
import { Button, ButtonLink } from '#web/ui/controls/button.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { Empty } from '#web/ui/feedback/empty.tsx';
import { ErrorCard } from '#web/ui/feedback/error-card.tsx';
import {
  keyRound,
  layoutGrid,
  listChecks,
  mail,
  monitorSmartphone,
  scrollText,
  shieldCheck,
  smartphone,
  triangleExclamationPoint,
} from '#web/ui/marks/icons.ts';
import { Row, Rows, Tile } from '#web/ui/layout/rows.tsx';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { useIsAccountSettled } from '#web/widgets/account/account.ts';
import css from './checkup-card.module.css';

type Item = CallData<typeof checkupEndpoints.showCheckup>['items'][number];

const queryKey = ['checkup'] as const;

interface Act {
  readonly icon: string;
  readonly desktop: string;
  readonly mobile: string;
}

/** Where each weak point is mended: the dialog, or the page with the list. */
const acts: Readonly<Record<AdviceAction, Act>> = {
  lookAtSignIns: { icon: triangleExclamationPoint, desktop: '/pc-activity?kind=signIns', mobile: '/mobile-activity?kind=signIns' },
  lookAtWays: { icon: listChecks, desktop: '/pc-security', mobile: '/mobile-account-home' },
  addPhone: { icon: smartphone, desktop: '/pc-security?change=phone', mobile: '/mobile-modify-info/phone?fromType=setInitialPhone' },
  addEmail: { icon: mail, desktop: '/pc-security?change=email', mobile: '/mobile-modify-info/email?fromType=setInitialEmail' },
  setPassword: { icon: keyRound, desktop: '/pc-security?change=password', mobile: '/mobile-modify-info/setInitialPassword' },
  changePassword: { icon: keyRound, desktop: '/pc-security?change=password', mobile: '/mobile-modify-info/password' },
  addPasskey: { icon: shieldCheck, desktop: '/pc-passkeys?add', mobile: '/mobile-passkeys?add' },
  makeCodes: { icon: scrollText, desktop: '/pc-two-step?add=codes', mobile: '/mobile-two-step?add=codes' },
  cancelApp: { icon: layoutGrid, desktop: '/pc-application', mobile: '/mobile-application' },
  removeDevice: { icon: monitorSmartphone, desktop: '/device', mobile: '/mobile-device-info' },
};

/** The weak points of the account, each with the act that mends it. */
export function CheckupCard(): ReactNode {
  const t = useT();
  const found = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(checkupEndpoints.showCheckup, { signal }),
    enabled: useIsAccountSettled(),
  });
  const failure = failureOf(found);
  const items = found.data?.items;
  if (failure !== undefined) {
    return (
      <Card>
        <ErrorCard {...failure} />
      </Card>
    );
  }
  if (items === undefined) {
    return (
      <Card busy>
        <Skeleton />
      </Card>
    );
  }
  if (items.length === 0) {
    return (
      <Card>
        <Empty icon={shieldCheck} title={t('ck.none')}>
          {t('ck.noneB')}
        </Empty>
      </Card>
    );
  }
  return (
    <Card title={t('ck.h')}>
      <Rows>
        {items.map((item) => (
          <AdviceRow key={item.advice} item={item} />
        ))}
      </Rows>
    </Card>
  );
}

function AdviceRow({ item }: { readonly item: Item }): ReactNode {
  const t = useT();
  const layout = useLayout();
  const hide = useHide();
  const { advice, action, left } = item;
  const title = t(`ck.a.${advice}`, { left });
  return (
    <Row
      lead={<Tile icon={acts[action].icon} />}
      title={title}
      note={noteOf(item, t)}
      action={
        <span className={css['acts']}>
          <Button variant="text" size="sm" quiet label={t('ck.laterOf', { advice: title })} onClick={() => void hide(advice)}>
            {t('ck.later')}
          </Button>
          <ButtonLink size="sm" href={acts[action][layout]}>
            {t(`ck.do.${action}`)}
          </ButtonLink>
        </span>
      }
    />
  );
}

function noteOf({ action, name, lastUsedAt }: Item, t: Translate): string {
  return lastUsedAt === '' ? t(`ck.why.${action}`) : t('ck.lastUsed', { name: name || t('dv.noName'), date: dayText(lastUsedAt) });
}

function useHide(): (advice: Advice) => Promise<void> {
  const client = useQueryClient();
  return async (advice) => {
    try {
      await call(checkupEndpoints.hideAdvice, { body: { advice } });
      notify({ kind: 'success', text: translate('ck.hidden') });
    } catch (error) {
      handleRefusal(error);
    }
    await client.invalidateQueries({ queryKey });
  };
}
