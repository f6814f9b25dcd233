import { useState, type ReactNode } from 'react';
import { isMadeUpNickname } from '#contract/account/profile/made-up-nickname.ts';
import { limits } from '#contract/limits.ts';
import { useT } from '#web/lib/texts/i18n.tsx';
import { navigate } from '#web/lib/page/router.ts';
import { keepNews } from '#web/lib/person/news.ts';
import { notify } from '#web/lib/page/notify.ts';
import { handleRefusal } from '#web/lib/api/refusals.ts';
import { dayOfYearText, shortDayText } from '#web/lib/texts/time-text.ts';
import { Avatar } from '#web/ui/layout/avatar.tsx';
import { Badge } from '#web/ui/layout/badge.tsx';
import { Button } from '#web/ui/controls/button.tsx';
import { AuthCard } from '#web/ui/layout/auth-card.tsx';
import { Icon } from '#web/ui/marks/icon.tsx';
import { clock } from '#web/ui/marks/icons.ts';
import { MaskedContact } from '#web/widgets/contacts/masked-contact.tsx';
import { forgetDeletionPage, signInPath, withdrawDeletion, type DeletionPage } from './deletion-page.ts';
import css from './withdraw-panel.module.css';

const dayMs = 86_400_000;

/** An account that is being deleted: until when it can be kept, and the button that keeps it. */
export function WithdrawPanel({ page, dueAt }: { readonly page: DeletionPage; readonly dueAt: number }): ReactNode {
  const t = useT();
  const [busy, setBusy] = useState(false);
  const left = Math.max(1, Math.ceil((dueAt - page.openedAt) / dayMs));

  async function withdraw(): Promise<void> {
    setBusy(true);
    try {
      const next = await withdrawDeletion(page);
      if (next === signInPath) notify({ kind: 'success', text: t('wd.ok') });
      else keepNews(t('wd.ok'));
      navigate(next, { replace: true });
    } catch (error) {
      setBusy(false);
      handleRefusal(error);
    }
  }

  function leave(): void {
    forgetDeletionPage();
    navigate('/login', { replace: true });
  }

  return (
    <AuthCard
      title={t('wd.h')}
      lead={t('wd.b', { date: shortDayText(dueAt) })}
      above={
        <Badge tone="warning">
          <Icon of={clock} size={14} /> {t('wd.left', { n: left })}
        </Badge>
      }
    >
      <AccountStrip account={page.account} />
      <ol className={css['steps']}>
        <Step state="done" when={dayOfYearText(dueAt - limits.deletionDays * dayMs)} what={t('dl.ok.h')} />
        <Step state="now" when={t('dl.t0')} what={t('wd.can')} />
        <Step state="end" when={dayOfYearText(dueAt)} what={t('dl.t2b')} />
      </ol>
      <div className={css['actions']}>
        <Button variant="primary" size="lg" block busy={busy} onClick={() => void withdraw()}>
          {t('wd.btn')}
        </Button>
        <Button variant="text" size="lg" block quiet onClick={leave}>
          {t('wd.out')}
        </Button>
      </div>
    </AuthCard>
  );
}

function AccountStrip({ account }: { readonly account: DeletionPage['account'] }): ReactNode {
  const { nickname, profileImage, encryptPhoneNumber, encryptEmail } = account;
  return (
    <div className={css['strip']}>
      <Avatar src={profileImage} />
      <div className={css['who']}>
        {!isMadeUpNickname(nickname) && <strong>{nickname}</strong>}
        <span>
          <MaskedContact masked={encryptPhoneNumber || encryptEmail} />
        </span>
      </div>
    </div>
  );
}

interface StepProps {
  readonly state: 'done' | 'now' | 'end';
  readonly when: string;
  readonly what: string;
}

function Step({ state, when, what }: StepProps): ReactNode {
  return (
    <li className={css[state]} aria-current={state === 'now' ? 'step' : undefined}>
      <strong>{when}</strong>
      <span>{what}</span>
    </li>
  );
}
