import { useRef, useState, type ReactNode } from 'react';
import { ActivityLinkCard } from '#web/features/protection/activity/activity-link.tsx';
import { ContactDialog } from '#web/features/account/contacts/contact-flow.tsx';
import { unbindableContact } from '#web/features/account/contacts/unbindable.tsx';
import { SocialAccountsCard } from '#web/features/account/social-accounts/social-accounts-card.tsx';
import { unbindablePlatform } from '#web/features/account/social-accounts/unbindable.ts';
import { PasskeysLinkCard } from '#web/features/sign-in/passkeys/passkeys-link.tsx';
import { PasswordDialog } from '#web/features/sign-in/password/password-flow.tsx';
import { AddedLately, type AddedWay } from '#web/features/protection/security/added-lately.tsx';
import { DeleteAccountCard } from '#web/features/protection/security/delete-account-card.tsx';
import { SignInMethodsCard } from '#web/features/protection/security/sign-in-methods-card.tsx';
import { useT } from '#web/lib/texts/i18n.tsx';
import { navigate, useQuery, useRouteTitle } from '#web/lib/page/router.ts';
import { Stack } from '#web/ui/layout/stack.tsx';
import { useAccount } from '#web/widgets/account/account.ts';
import { FreezeCard } from '#web/widgets/freeze/freeze-card.tsx';
import type { SignInKind } from '#web/widgets/sign-in/sign-in-methods.ts';
import { UnbindQuestion } from '#web/widgets/sign-in/unbind-question.tsx';
import type { Unbindable } from '#web/widgets/sign-in/unbinding.ts';
import css from './security.module.css';

const path = '/pc-security';

/**
 * /pc-security: Security. `?change=` with password, phone or email opens that dialog, also after a reload. `?unbind=` asks
 * about a recently added contact.
 */
export function SecurityScreen(): ReactNode {
  const t = useT();
  const { title } = useRouteTitle();
  const { change, open, close } = useChangeDialog();
  const { asking, ask, close: endQuestion } = useUnbindQuestion();
  const unbinding = asking === 'phone' || asking === 'email' ? asking : undefined;
  return (
    <Stack>
      <header className={css['head']}>
        <h1 tabIndex={-1}>{title}</h1>
        <p>{t('sec.sub')}</p>
      </header>
      <AddedLately removal={(way) => (way === 'passkey' ? { href: '/pc-passkeys' } : { onClick: () => ask(way) })} asking={asking} />
      <SignInMethodsCard onChange={open} onUnbind={ask} unbinding={unbinding} />
      <SocialAccountsCard title={t('sec.social')} onUnbind={ask} hideEmpty />
      <PasskeysLinkCard />
      <ActivityLinkCard />
      <FreezeCard />
      <DeleteAccountCard />
      <UnbindQuestion open={asking !== undefined} what={asking && unbindable(asking)} onClose={endQuestion} />
      <PasswordDialog open={change === 'password'} onClose={close} />
      {(['phone', 'email'] as const).map((kind) => (
        <ContactDialog key={kind} kind={kind} open={change === kind} onClose={close} />
      ))}
    </Stack>
  );
}

function unbindable(way: AskedWay): Unbindable {
  return way === 'phone' || way === 'email' ? unbindableContact(way) : unbindablePlatform(way);
}

/** What this page removes itself: passkeys have their own. */
type AskedWay = Exclude<AddedWay, 'passkey'>;

interface ChangeDialog {
  readonly change: string | null;
  readonly open: (kind: SignInKind) => void;
  readonly close: () => void;
}

/** The dialog named by the URL. If opened from the page, it has a history entry, which Back or its end removes. */
function useChangeDialog(): ChangeDialog {
  const change = useQuery().get('change');
  const openedHere = useRef(false);
  return {
    change,
    open: (kind) => {
      openedHere.current = true;
      navigate(`${path}?change=${kind}`);
    },
    close: () => {
      if (openedHere.current && new URLSearchParams(location.search).has('change')) history.back();
      else navigate(path, { replace: true });
      openedHere.current = false;
    },
  };
}

interface UnbindQuestion {
  readonly asking: AskedWay | undefined;
  readonly ask: (way: AskedWay) => void;
  readonly close: () => void;
}

/** The sign-in method in the removal question, from a button of the page or once from the URL. */
function useUnbindQuestion(): UnbindQuestion {
  const named = useQuery().get('unbind');
  const { data: account } = useAccount();
  // Null once answered; the URL updates later.
  const [asking, setAsking] = useState<AskedWay | null>();
  const added = account?.addedLately.find(({ type }) => type === named)?.type;
  const wanted = added === 'passkey' ? undefined : added;
  if (asking === undefined && wanted !== undefined) setAsking(wanted);
  return {
    asking: asking ?? undefined,
    ask: setAsking,
    close: () => {
      setAsking(null);
      if (named !== null) navigate(path, { replace: true });
    },
  };
}
