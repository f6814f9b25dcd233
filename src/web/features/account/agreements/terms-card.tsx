import { useEffect, useState, useSyncExternalStore, type ComponentType, type ReactNode, useCallback } from 'react';
import { agreementsEndpoints } from '#contract/account/agreements/agreements.ts';
import { registrationEndpoints } from '#contract/account/registration/registration.ts';
import type { ChangeKind } from '#contract/account/agreements/consents.words.ts';
import { call } from '#web/lib/api/api.ts';
import { useT } from '#web/lib/texts/i18n.tsx';
import { useLayout } from '#web/lib/page/layout.ts';
import { isRefusal, RefusalError } from '#web/lib/api/refusal-error.ts';
import { handleRefusal, refusalText } from '#web/lib/api/refusals.ts';
import { navigate, useQuery } from '#web/lib/page/router.ts';
import { dayText } from '#web/lib/texts/time-text.ts';
import { Badge, type Tone } from '#web/ui/layout/badge.tsx';
import { Button, ButtonLink } from '#web/ui/controls/button.tsx';
import { AuthCard } from '#web/ui/layout/auth-card.tsx';
import { ErrorCard } from '#web/ui/feedback/error-card.tsx';
import { Link } from '#web/ui/controls/link.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { accountCache, leadsElsewhere } from '#web/widgets/account/account-cache.ts';
import { textPath } from './text-path.ts';
import type { CallData } from '#web/lib/api/call-types.ts';
import css from './terms-card.module.css';

const dataPages = { desktop: '/pc-data', mobile: '/mobile-data' } as const;
const deletionPages = { desktop: '/cancellation', mobile: '/mobile-cancellation/statement' } as const;
const tones: Readonly<Record<ChangeKind, Tone>> = { new: 'success', changed: 'accent', removed: 'neutral' };

type Sent = 'accept' | 'later';

interface TermsCardProps {
  readonly onSignOut: () => Promise<void>;
  /** The question about the age, for an account that has come without it. */
  readonly ageForm: ComponentType<{ readonly onDone: () => void }>;
  /** Puts the question about the age off. */
  readonly putAgeOff: () => Promise<void>;
}

/** Changed agreements and the answer to them. Nothing is ticked before, and every way out is one press away. */
export function TermsCard({ onSignOut, ageForm: AgeForm, putAgeOff }: TermsCardProps): ReactNode {
  const t = useT();
  const { terms, error, isNewer, load } = useTerms();
  const goOn = useGoOn();
  const isAnswered = terms?.state === 'none' && terms.publication === 0 && terms.age === null;
  useEffect(() => {
    if (isAnswered) void goOn();
  }, [isAnswered, goOn]);
  if (error !== undefined && terms === undefined) return <ErrorCard reason={refusalText(error)} onRetry={() => load()} />;
  if (terms === undefined || isAnswered) return <div className={css['waiting']} aria-busy="true" />;
  if (terms.age !== null) {
    return (
      <AuthCard wide title={t('tm.ageH')} lead={leadOfAge(terms.age, t)}>
        <div className={css['stack']}>
          <AgeForm onDone={() => load()} />
          <AgeLater remindAt={terms.age.remindAt} putOff={putAgeOff} onDone={() => load()} onSignOut={onSignOut} />
        </div>
      </AuthCard>
    );
  }
  return (
    <AuthCard wide title={t('tm.h')} lead={leadOf(terms, t)}>
      <div className={css['stack']}>
        {isNewer && <Notice>{t('tm.newer')}</Notice>}
        {terms.documents.map((document) => (
          <DocumentChanges key={document.type} document={document} effectiveAt={terms.effectiveAt} />
        ))}
        <Answers key={terms.publication} terms={terms} onDone={goOn} onNewer={() => load({ newer: true })} onSignOut={onSignOut} />
      </div>
    </AuthCard>
  );
}

function leadOf({ remindAt, laterUntil }: Terms, t: ReturnType<typeof useT>): string {
  if (remindAt === null || laterUntil === null) return t('tm.due');
  return t('tm.laterSub', { date: dayText(laterUntil), day: dayText(remindAt) });
}

function leadOfAge({ until, remindAt }: NonNullable<Terms['age']>, t: ReturnType<typeof useT>): string {
  return remindAt === null ? t('tm.ageDue') : t('tm.ageSub', { date: dayText(until), day: dayText(remindAt) });
}

interface AgeLaterProps {
  readonly remindAt: string | null;
  readonly putOff: () => Promise<void>;
  readonly onDone: () => void;
  readonly onSignOut: () => Promise<void>;
}

/** Puts the question off; after its date the ways out that stay open. */
function AgeLater({ remindAt, putOff, onDone, onSignOut }: AgeLaterProps): ReactNode {
  const t = useT();
  const [isSent, setSent] = useState(false);
  if (remindAt === null) return <WaysOut onSignOut={onSignOut} />;
  async function later(): Promise<void> {
    setSent(true);
    try {
      await putOff();
      onDone();
    } catch (error) {
      setSent(false);
      handleRefusal(error);
    }
  }
  return (
    <Button size="lg" block busy={isSent} onClick={() => void later()}>
      {t('tm.later')}
    </Button>
  );
}

/** Three of one size, without a second question: data goes along, the account can be deleted, and the person signs out. */
function WaysOut({ onSignOut }: { readonly onSignOut: () => Promise<void> }): ReactNode {
  const t = useT();
  const layout = useLayout();
  const [isSent, setSent] = useState(false);
  async function leave(): Promise<void> {
    setSent(true);
    try {
      await onSignOut();
    } catch (error) {
      setSent(false);
      handleRefusal(error);
    }
  }
  return (
    <>
      <ButtonLink size="lg" block href={dataPages[layout]}>
        {t('tm.download')}
      </ButtonLink>
      <ButtonLink size="lg" block href={deletionPages[layout]}>
        {t('tm.delete')}
      </ButtonLink>
      <Button size="lg" block busy={isSent} onClick={() => void leave()}>
        {t('head.logout')}
      </Button>
    </>
  );
}

interface DocumentProps {
  readonly document: Terms['documents'][number];
  readonly effectiveAt: string | null;
}

function DocumentChanges({ document: { type, title, version, previous, changes }, effectiveAt }: DocumentProps): ReactNode {
  const t = useT();
  return (
    <section className={css['document']} aria-label={title}>
      <h2>{title}</h2>
      {effectiveAt !== null && <p className={css['from']}>{t('tm.from', { date: dayText(effectiveAt) })}</p>}
      <ul className={css['changes']}>
        {changes.map(({ kind, text }) => (
          <li key={text}>
            <Badge tone={tones[kind]}>{t(`tm.${kind}`)}</Badge>
            <span>{text}</span>
          </li>
        ))}
      </ul>
      <p className={css['links']}>
        <Link variant="inline" href={textPath(type, version)} newTab>
          {t('tm.read')}
        </Link>
        {previous !== '' && (
          <Link variant="inline" href={`${textPath(type, version)}&with=${encodeURIComponent(previous)}`} newTab>
            {t('tm.compare')}
          </Link>
        )}
      </p>
    </section>
  );
}

interface AnswersProps {
  readonly terms: Terms;
  readonly onDone: () => Promise<void>;
  readonly onNewer: () => void;
  readonly onSignOut: () => Promise<void>;
}

/** Before the date: accept or later. After it: accept, or leave in one of the ways that stay open. */
function Answers({ terms, onDone, onNewer, onSignOut }: AnswersProps): ReactNode {
  const t = useT();
  const isOnline = useIsOnline();
  const [sent, setSent] = useState<Sent>();
  const { publication, documents } = terms;

  async function send(what: Sent, work: () => Promise<unknown>): Promise<void> {
    setSent(what);
    try {
      await work();
    } catch (error) {
      setSent(undefined);
      if (isRefusal(error, 'agreementChanged')) onNewer();
      else handleRefusal(error);
    }
  }

  const answer = (what: 'accept' | 'later') =>
    send(what, async () => {
      if (what === 'later') await call(agreementsEndpoints.putTermsOff, { body: { publication } });
      else {
        const texts = documents.map(({ type, version, digest }) => ({ type, version, digest }));
        await call(agreementsEndpoints.acceptTerms, { body: { publication, documents: texts } });
      }
      await onDone();
    });

  return (
    <div className={css['answers']}>
      <Button variant="primary" size="lg" block busy={sent === 'accept'} disabled={!isOnline} onClick={() => void answer('accept')}>
        {t(isOnline ? 'tm.accept' : 'tm.offline')}
      </Button>
      {terms.remindAt === null ? (
        <WaysOut onSignOut={onSignOut} />
      ) : (
        <Button size="lg" block busy={sent === 'later'} onClick={() => void answer('later')}>
          {t('tm.later')}
        </Button>
      )}
    </div>
  );
}

/** Leads on to the page that the person wanted: a page of this site, or the account home. */
function useGoOn(): () => Promise<void> {
  const redirect = useQuery().get('redirect') ?? '/';
  const [goOn] = useState(() => async () => {
    // The pages' copy of the account says that it has not answered.
    accountCache.clear();
    const { continue: to } = await call(registrationEndpoints.resolveContinue, { body: { redirect } });
    navigate(to, { replace: true });
  });
  return goOn;
}

function useIsOnline(): boolean {
  return useSyncExternalStore(
    (listen) => {
      addEventListener('online', listen);
      addEventListener('offline', listen);
      return () => {
        removeEventListener('online', listen);
        removeEventListener('offline', listen);
      };
    },
    () => navigator.onLine,
    () => true,
  );
}

type Terms = CallData<typeof agreementsEndpoints.showTerms>;

interface TermsOnScreen {
  readonly terms: Terms | undefined;
  readonly error: RefusalError | undefined;
  /** Whether other texts came into force while the page was open. */
  readonly isNewer: boolean;
  /** Reads them again: after a failure, or because there is a newer publication. */
  readonly load: (how?: { readonly newer: boolean }) => void;
}

/** The changed agreements that wait for this account. They stay on screen as they are: an answer is to these texts. */
function useTerms(): TermsOnScreen {
  const [turn, setTurn] = useState({ count: 0, newer: false });
  const [answer, setAnswer] = useState<{ readonly terms?: Terms; readonly error?: RefusalError }>({});
  useEffect(() => {
    const controller = new AbortController();
    call(agreementsEndpoints.showTerms, { signal: controller.signal }).then(
      (terms) => setAnswer({ terms }),
      (error: unknown) => {
        if (controller.signal.aborted) return;
        if (!(error instanceof RefusalError)) throw error;
        if (leadsElsewhere(error)) handleRefusal(error);
        else setAnswer({ error });
      },
    );
    return () => controller.abort();
  }, [turn]);
  const load = useCallback(
    ({ newer } = { newer: false }) => setTurn(({ count, newer: before }) => ({ count: count + 1, newer: newer || before })),
    [],
  );
  return { terms: answer.terms, error: answer.error, isNewer: turn.newer, load };
}
