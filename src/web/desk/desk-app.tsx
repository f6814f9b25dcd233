import { useCallback, useEffect, useLayoutEffect, useState, type ReactNode } from 'react';
import { deskSessionEndpoints } from '#contract/operations/desk/calls/session.ts';
import { Announcer } from '#web/ui/feedback/announce.tsx';
import { Toaster } from '#web/ui/feedback/toast.tsx';
import { DeskRefusal, deskCall, onSessionEnd, refusals } from './desk-call.ts';
import { dropKey, ownKey } from './acts/desk-key.ts';
import { Frame } from './frame/frame.tsx';
import { MeContext, type Me } from './frame/me.ts';
import { pagesOf } from './pages.ts';
import { navigate, useUrlPath } from '#web/lib/page/router.ts';
import { notify } from '#web/lib/page/notify.ts';
import { t } from './texts.ts';
import { tabStore } from '#web/lib/browser/browser.ts';
import { OwnMark } from '#web/ui/marks/own-mark.tsx';
import css from './frame/frame.module.css';

const pollMs = 30_000;

/** The desk: the way in, or the frame with a page of the member. */
export function DeskApp() {
  const path = useUrlPath();
  // A page begins at its top; the browser itself restores the place of one that Back returns to.
  useLayoutEffect(() => {
    scrollTo(0, 0);
  }, [path]);
  return (
    <>
      {path === '/desk/enter' ? <Enter /> : path.startsWith('/desk/refused/') ? <SignIn reason={reasonOf(path)} /> : <Inside />}
      <Announcer />
      <Toaster />
    </>
  );
}

function reasonOf(path: string): SignInReason {
  const why = path.slice('/desk/refused/'.length);
  return why === 'stranger' || why === 'weak' || why === 'held' ? why : 'way';
}

let entering: Promise<void> | undefined;

/** Makes the key of this browser and begins the session that only it can use. */
function Enter() {
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    // Once a document, though effects run twice in development.
    // A member who only proves to be it again continues with the key of the session.
    entering ??= ownKey().then(async () => {
      const { endedAnother } = await deskCall(deskSessionEndpoints.deskBegin, { body: {} });
      if (endedAnother) notify({ kind: 'warning', text: t('dk.endedAnother') });
      navigate(takeWayBack(), { replace: true });
    });
    entering.catch(() => setFailed(true));
  }, []);
  return failed ? <SignIn reason="way" /> : <Waiting>{t('dk.entering')}</Waiting>;
}

function Waiting({ children }: { readonly children: ReactNode }) {
  return <output>{children}</output>;
}

function Inside() {
  const [me, setMe] = useState<Me>();
  const [ended, setEnded] = useState<SignInReason>();
  const load = useCallback(() => {
    deskCall(deskSessionEndpoints.deskMe).then(setMe, (error: unknown) => {
      if (error instanceof DeskRefusal && error.code === 0) notify({ kind: 'warning', text: t('dk.offline') });
    });
  }, []);
  useEffect(() => {
    onSessionEnd((code) => setEnded((before) => before ?? endedBy(code)));
    load();
    const timer = setInterval(load, pollMs);
    return () => clearInterval(timer);
  }, [load]);
  if (ended !== undefined) return <SignIn reason={ended} />;
  if (me === undefined) return <Waiting>{t('dk.entering')}</Waiting>;
  const leave = async () => {
    await deskCall(deskSessionEndpoints.deskLeave, { body: {} }).catch(() => undefined);
    await dropKey();
    setEnded('none');
  };
  return (
    <MeContext value={me}>
      <Frame pages={pagesOf(me)} onLeave={() => void leave()} onReload={load} />
    </MeContext>
  );
}

function endedBy(code: number): SignInReason {
  if (code === refusals.overtime) return 'out';
  if (code === refusals.held) return 'held';
  return code === refusals.proof ? 'proof' : 'none';
}

/** Why the page of the way in is there. */
type SignInReason = 'none' | 'out' | 'proof' | 'stranger' | 'weak' | 'held' | 'way';

const words = {
  none: ['dk.h', 'dk.enter.lead'],
  out: ['dk.h', 'dk.out'],
  proof: ['dk.proof', 'dk.proof.lead'],
  stranger: ['dk.refused.stranger', 'dk.refused.stranger.lead'],
  weak: ['dk.refused.weak', 'dk.refused.weak.lead'],
  held: ['dk.h', 'dk.hold'],
  way: ['dk.refused.way', 'dk.refused.way.lead'],
} as const;

const wayBack = 'desk-way-back';

/** The page where a member continued to prove to be it: an address of the desk, which names nobody. */
function takeWayBack(): string {
  const path = tabStore.getItem(wayBack) ?? '';
  tabStore.removeItem(wayBack);
  return path.startsWith('/desk/') ? path : '/desk';
}

/** The way in: a sign-in through the product, in its own document. */
function SignIn({ reason }: { readonly reason: SignInReason }) {
  const [title, lead] = words[reason];
  return (
    <main className={css['gate']}>
      <OwnMark size={44} />
      <h1>{t(title)}</h1>
      <p>{t(lead)}</p>
      <a href="/desk/in" className={css['gateLink']} onClick={() => reason === 'proof' && tabStore.setItem(wayBack, location.pathname)}>
        {t('dk.enter')}
      </a>
    </main>
  );
}
