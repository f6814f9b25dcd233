import { useRef, useState, type ReactNode } from 'react';
import type { Platform } from '#contract/vocabulary/platforms.ts';
import { AddressDialog } from '#web/features/addresses/address-flow.tsx';
import type { AddressKind } from '#web/features/addresses/address-kinds.ts';
import { UnbindDialog } from '#web/features/addresses/unbind-dialog.tsx';
import { BindingsCard } from '#web/features/bindings/bindings-card.tsx';
import { UnbindSocialDialog } from '#web/features/bindings/unbind-social-dialog.tsx';
import { PasswordDialog } from '#web/features/password/password-flow.tsx';
import { DeleteAccountCard } from '#web/features/security/delete-account-card.tsx';
import { SignInMethodsCard } from '#web/features/security/sign-in-methods-card.tsx';
import { useT } from '#web/lib/i18n.tsx';
import { navigate, useQuery, useRouteTitle } from '#web/lib/navigation.ts';
import css from './security.module.css';

const path = '/pc-security';

/** /pc-security: Security. `?change=password|phone|email` opens that dialog, also after a reload. */
export function SecurityScreen(): ReactNode {
  const t = useT();
  const { title } = useRouteTitle();
  const { change, open, close } = useChangeDialog();
  const [unbinding, setUnbinding] = useState<AddressKind>();
  const [unlinking, setUnlinking] = useState<Platform>();
  return (
    <div className={css['stack']}>
      <header className={css['head']}>
        <h1 tabIndex={-1}>{title}</h1>
        <p>{t('sec.sub')}</p>
      </header>
      <SignInMethodsCard onChange={open} onUnbind={setUnbinding} unbinding={unbinding} />
      <BindingsCard title={t('sec.social')} onUnbind={setUnlinking} hideEmpty />
      <DeleteAccountCard />
      <UnbindSocialDialog platform={unlinking} onClose={() => setUnlinking(undefined)} />
      <PasswordDialog open={change === 'password'} onClose={close} />
      {(['phone', 'email'] as const).map((kind) => (
        <div key={kind}>
          <AddressDialog kind={kind} open={change === kind} onClose={close} />
          <UnbindDialog kind={kind} open={unbinding === kind} onClose={() => setUnbinding(undefined)} />
        </div>
      ))}
    </div>
  );
}

interface ChangeDialog {
  readonly change: string | null;
  readonly open: (kind: 'password' | 'phone' | 'email') => void;
  readonly close: () => void;
}

/** The dialog that the address names. Opened from the page it has an entry in history, which Back and its end take away again. */
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
