import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react';
import { languageFacts } from '#contract/vocabulary/languages.ts';
import {
  forgetDeletionPage,
  openDeletionPage,
  reopenDeletionPage,
  type DeletionPage,
} from '#web/features/account/deletion/deletion-page.ts';
import { forgetDraft } from '#web/features/account/deletion/deletion-draft.ts';
import { DeletionWizard } from '#web/features/account/deletion/deletion-wizard.tsx';
import { SupportEmail } from '#web/features/account/deletion/support-email.tsx';
import { WithdrawPanel } from '#web/features/account/deletion/withdraw-panel.tsx';
import { useLanguage, useT } from '#web/lib/texts/i18n.tsx';
import { useLayout } from '#web/lib/page/layout.ts';
import { navigate, useQuery, useRoutePath } from '#web/lib/page/router.ts';
import { handleRefusal } from '#web/lib/api/refusals.ts';
import { AuthCard } from '#web/ui/layout/auth-card.tsx';
import { InHeader } from '#web/ui/layout/header-slot.tsx';
import { Stack } from '#web/ui/layout/stack.tsx';
import { logOut } from '#web/ui/marks/icons.ts';
import { PersonMenu } from '#web/widgets/account/person-menu.tsx';
import { PageHead } from '#web/widgets/page/page-head.tsx';
import { resultPaths, stepNamed } from './cancellation-paths.ts';
import css from './apply-cancellation.module.css';
import { HomeButton } from '../parts/home-button.tsx';

/**
 * /apply-cancellation: the remaining options of an account with a deletion request, or the wizard for an account
 * without one. The ticket is removed from the URL and the history before its use, so that it cannot leak there
 * (contract 5, X-Token).
 */
export function ApplyCancellationScreen(): ReactNode {
  const t = useT();
  const path = useRoutePath();
  const query = useQuery();
  const layout = useLayout();
  const ticket = query.get('X-Token');
  const [goal] = useState(() => query.get('redirect') ?? undefined);
  const [page, setPage] = useState<DeletionPage>();
  // True at first: an effect checks the tab for a page that was open before a reload.
  const [isOpening, setOpening] = useState(true);
  const show = useEffectEvent((opened: DeletionPage | undefined) => {
    setPage(opened);
    setOpening(false);
  });
  const isTaken = useRef(false);
  useEffect(() => {
    if (ticket !== null) {
      isTaken.current = true;
      setOpening(true);
      navigate(path, { replace: true });
      openDeletionPage(ticket, goal)
        .then((opened) => {
          forgetDraft();
          show(opened);
        })
        .catch((error: unknown) => handleRefusal(error));
    } else if (!isTaken.current) {
      isTaken.current = true;
      reopenDeletionPage()
        .then(show)
        .catch((error: unknown) => handleRefusal(error));
    }
  }, [ticket, path, goal]);

  const leave = (to: string): void => {
    forgetDeletionPage();
    navigate(to, { replace: true });
  };
  if (page?.status === 'deleting' && page.dueAt !== null) {
    return (
      <>
        <OwnerMenu page={page} onLeave={() => leave('/login')} />
        <WithdrawPanel page={page} dueAt={Date.parse(page.dueAt)} />
      </>
    );
  }
  if (page?.status === 'active') {
    return (
      <div className={css['bare']}>
        <OwnerMenu page={page} onLeave={() => leave('/login')} />
        <Stack>
          <PageHead />
          <DeletionWizard
            owner="ticket"
            xToken={page.token}
            step={stepNamed(query.get('step'))}
            onStep={(step, how) => navigate(step === 'statement' ? path : `${path}?step=${step}`, how)}
            onKeep={() => leave('/')}
            onRequested={() => leave(resultPaths[layout])}
          />
        </Stack>
      </div>
    );
  }
  // Still opening, or on the way to the account center with a notice: an explanation would be wrong.
  if (ticket !== null || isOpening) return <AuthCard title={t('title.applyDelete')} />;
  return <Explanation />;
}

/** For a visitor without a ticket. */
function Explanation(): ReactNode {
  const t = useT();
  const { space } = languageFacts[useLanguage()];
  return (
    <AuthCard
      title={t('title.applyDelete')}
      lead={
        <>
          {t('ex.del.signIn')}
          {space}
          {t('ex.del.support')} <SupportEmail />
        </>
      }
    >
      <HomeButton label={t('title.signIn')} href="/login?redirect=/cancellation" />
    </AuthCard>
  );
}

/** The user menu of the page: only with a ticket (spec 2), and for the ticket's account. */
function OwnerMenu({ page, onLeave }: { readonly page: DeletionPage; readonly onLeave: () => void }): ReactNode {
  const t = useT();
  return (
    <InHeader>
      <PersonMenu person={page.account} items={[{ label: t('wd.out'), icon: logOut, onSelect: onLeave }]} />
    </InHeader>
  );
}
