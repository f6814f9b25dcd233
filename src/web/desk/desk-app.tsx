import { useCallback, useEffect, useLayoutEffect, useState, type ReactNode } from 'react';
import { deskSessionEndpoints } from '#contract/operations/desk/calls/session.ts';
import { Announcer } from '#web/ui/feedback/announce.tsx';
import { Toaster } from '#web/ui/feedback/toast.tsx';
import { DeskRefusal, deskCall, onSessionEnd, refusals } from './desk-call.ts';
import { dropKey, ownKey } from './acts/desk-key.ts';
import { Frame } from './frame/frame.tsx';
import { MeContext, type Me } from './frame/me.ts';
import { pagesOf } from './pages.ts';
import { navigate, useContactPath } from '#web/lib/page/router.ts';
import { SignIn, takeWayBack, type SignInReason } from './frame/sign-in.tsx';
import { notify } from '#web/lib/page/notify.ts';
import { t } from './texts.ts';

const pollMs = 30_000;

/** The desk: the way in, or the frame with a page of the member. */
export function DeskApp() {
  const path = useContactPath();
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
