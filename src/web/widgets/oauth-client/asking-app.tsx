import { useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import { accountEndpoints } from '#contract/account/account/account.ts';
import { openidEndpoints } from '#contract/apps/openid/openid.ts';
import type { AccountView } from '#contract/account/account/account.schemas.ts';
import type { AppView } from '#contract/apps/openid/openid.schemas.ts';
import { call } from '#web/lib/api/api.ts';
import { useLanguage, useT } from '#web/lib/texts/i18n.tsx';
import { Link } from '#web/ui/controls/link.tsx';
import { MaskedContact } from '#web/widgets/contacts/masked-contact.tsx';
import { AppIcon } from './app-icon.tsx';
import css from './asking-app.module.css';

interface AskingAppProps {
  readonly clientID: string;
  /** Ends the request and leads back to the app. */
  readonly back?: string | undefined;
  /** It asks for a stronger sign-in. */
  readonly asksMore: boolean;
  /** Somebody is signed in and has to sign in again: told the name by which they may, '' without one. */
  readonly onAgain?: ((username: string) => void) | undefined;
}

/** "to continue to Field Notes", with the app's picture. */
export function AskingApp({ clientID, back, asksMore, onAgain }: AskingAppProps): ReactNode {
  const t = useT();
  const language = useLanguage();
  const [app, setApp] = useState<AppView | null>();
  useEffect(() => {
    const stop = new AbortController();
    call(openidEndpoints.describeApp, { params: { clientID }, signal: stop.signal }).then(setApp, () => {
      if (!stop.signal.aborted) setApp(null);
    });
    return () => stop.abort();
  }, [clientID]);
  if (app === undefined) return '\u00a0';
  if (app === null) return null;
  const [before, after] = t(asksMore ? 'oi.more' : 'si.for', { app: '\n' }).split('\n');
  return (
    <span className={css['app']}>
      <AppIcon src={app.icon} size="s" />
      <span>
        {before}
        <b>{app.name[language]}</b>
        {after}
        {back !== undefined && (
          <>
            {' '}
            <Link variant="inline" href={back}>
              {t('si.back', { app: app.name[language] })}
            </Link>
          </>
        )}
        {onAgain !== undefined && <PresentAccount onKnown={onAgain} />}
      </span>
    </span>
  );
}

/** The signed-in account, for a person who has to sign in again. Phones and emails are known here only in masked form. */
function PresentAccount({ onKnown }: { readonly onKnown: (username: string) => void }): ReactNode {
  const t = useT();
  const [account, setAccount] = useState<AccountView>();
  const tell = useEffectEvent(onKnown);
  useEffect(() => {
    const stop = new AbortController();
    // Nobody is signed in any more: then there is nothing to say.
    call(accountEndpoints.metainfo, { signal: stop.signal }).then(
      (found) => {
        setAccount(found);
        tell(found.username);
      },
      () => undefined,
    );
    return () => stop.abort();
  }, []);
  if (account === undefined) return null;
  const { nickname, encryptPhoneNumber, encryptEmail } = account;
  const [before, after] = t('oi.as', { name: nickname, contact: '\n' }).split('\n');
  return (
    <span className={css['present']}>
      {before}
      <MaskedContact masked={encryptPhoneNumber || encryptEmail} />
      {after}
    </span>
  );
}
