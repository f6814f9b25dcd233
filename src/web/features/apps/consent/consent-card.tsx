import { useEffect, useState, type ReactNode } from 'react';
import type { ConsentLine } from '#contract/apps/openid/claims.words.ts';
import { openidEndpoints } from '#contract/apps/openid/openid.ts';
import { call } from '#web/lib/api/api.ts';
import { useLayout } from '#web/lib/page/layout.ts';
import { useQuery } from '#web/lib/page/router.ts';
import { useLanguage, useT } from '#web/lib/texts/i18n.tsx';
import { handleRefusal, refusalText } from '#web/lib/api/refusals.ts';
import { withProof } from '#web/widgets/identity-proof/proof.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { AuthCard } from '#web/ui/layout/auth-card.tsx';
import { ErrorCard } from '#web/ui/feedback/error-card.tsx';
import { Link } from '#web/ui/controls/link.tsx';
import { monitorSmartphone } from '#web/ui/marks/icons.ts';
import { Logo } from '#web/ui/marks/logo.tsx';
import { Row, Rows } from '#web/ui/layout/rows.tsx';
import { Tile } from '#web/ui/layout/badge.tsx';
import { AnswerButtons, type Answer } from '#web/widgets/oauth-client/answer-buttons.tsx';
import { AppIcon } from '#web/widgets/oauth-client/app-icon.tsx';
import { useChosenApis } from '#web/widgets/oauth-client/chosen-apis.ts';
import { useChosenScopes } from '#web/widgets/oauth-client/chosen-scopes.ts';
import { PersonStrip } from '#web/widgets/oauth-client/person-strip.tsx';
import { ScopeList } from '#web/widgets/oauth-client/scope-list.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { claimNames } from '#web/widgets/oauth-client/scopes.ts';
import { movedText } from '#web/widgets/oauth-client/moved-text.ts';
import { withSeparateConsent } from '#web/widgets/separate-consents/with-separate-consent.ts';
import { RequestOver } from './request-over.tsx';
import type { CallData } from '#web/lib/api/call-types.ts';
import { RefusalError } from '#web/lib/api/refusal-error.ts';
import { leadsElsewhere } from '#web/widgets/account/account-cache.ts';
import css from './consent-card.module.css';

type Sent = Answer | 'switch';

const emailPages = { desktop: '/pc-security?change=email', mobile: '/mobile-modify-info/email' } as const;

/**
 * /consent?interaction=…: the scopes that an app requests, and the person's answer (brief 3.1, OpenID Connect Core
 * 3.1.2.4).
 */
export function ConsentCard(): ReactNode {
  const t = useT();
  const uid = useQuery().get('interaction') ?? '';
  return uid === '' ? <RequestOver text={t('oe.expired')} /> : <Interaction uid={uid} />;
}

function Interaction({ uid }: { readonly uid: string }): ReactNode {
  const t = useT();
  const { asked, error, isLoading, retry } = useInteraction(uid);
  const lacks = asked !== undefined && lacksNeeded(asked);
  useEffect(() => {
    if (!lacks) return undefined;
    // The person may have added it in the other tab.
    addEventListener('focus', retry);
    return () => removeEventListener('focus', retry);
  }, [lacks, retry]);
  if (asked !== undefined) return <Question asked={asked} uid={uid} />;
  if (error?.refusal === 'tokenError') return <RequestOver text={t('oe.expired')} />;
  if (error !== undefined) return <ErrorCard reason={refusalText(error)} busy={isLoading} onRetry={retry} />;
  return (
    <div aria-busy="true">
      <AuthCard title={t('title.consent')}>
        <Skeleton rows={4} />
      </AuthCard>
    </div>
  );
}

interface Chosen {
  readonly uid: string;
  readonly clientId: string;
  readonly scopes: ReadonlySet<ConsentLine>;
  readonly apis: ReadonlySet<string>;
}

async function send(given: Sent, { uid, clientId, scopes, apis }: Chosen): Promise<{ readonly continue: string } | undefined> {
  const params = { uid };
  if (given !== 'allow')
    return call(given === 'deny' ? openidEndpoints.denyInteraction : openidEndpoints.switchInteraction, { params, body: {} });
  const body = { scopes: [...scopes], apis: [...apis] };
  const need = { action: 'allowOffline', target: clientId } as const;
  return withProof(need, () => call(openidEndpoints.allowInteraction, { params, body }));
}

function Question({ asked, uid }: { readonly asked: Asked; readonly uid: string }): ReactNode {
  const t = useT();
  const language = useLanguage();
  const [sent, setSent] = useState<Sent>();
  const { chosen, choose } = useChosenScopes(asked.scopes);
  const apis = useChosenApis(asked.apis, { areOnAtFirst: asked.device === null });
  const app = asked.app.name[language];
  const isConsent = asked.prompt === 'consent';

  async function answer(given: Sent): Promise<void> {
    setSent(given);
    try {
      const answered = await withSeparateConsent(() =>
        send(given, { uid, clientId: asked.app.clientID, scopes: chosen, apis: apis.chosen }),
      );
      // The provider's URL, which leads on to the app: the page stays unchanged until it has loaded.
      if (answered === undefined) setSent(undefined);
      else location.assign(answered.continue);
    } catch (error) {
      setSent(undefined);
      handleRefusal(error);
    }
  }

  return (
    <AuthCard above={<Pair icon={asked.app.icon} />} title={isConsent ? <Halves app={app} /> : t('cs.who.h', { app })} lead={asked.domain}>
      <div className={css['stack']}>
        <PersonStrip
          person={asked.person}
          action={
            <Button variant="text" size="sm" busy={sent === 'switch'} onClick={() => void answer('switch')}>
              {t('cs.switch')}
            </Button>
          }
        />
        {asked.device !== null && (
          <Rows>
            <Row
              lead={<Tile icon={monitorSmartphone} />}
              title={asked.device.name === '' ? t('dv.noName') : asked.device.name}
              note={`${asked.device.os} ${asked.device.osVersion}`.trim()}
            />
          </Rows>
        )}
        {isConsent && (
          <ScopeList
            title={t('cs.will')}
            never={t('cs.not')}
            scopes={asked.scopes}
            person={asked.person}
            chosen={chosen}
            onChange={choose}
            apis={apis}
          />
        )}
        {asked.moved !== null && <Notice tone="warning">{movedText(t, asked.moved)}</Notice>}
        {isConsent && <Lacks asked={asked} app={app} />}
        <AnswerButtons
          sent={sent === 'switch' ? undefined : sent}
          onAnswer={answer}
          labels={{ deny: t('cs.deny'), allow: t(isConsent ? 'cs.allow' : 'btn.continue') }}
          allows={!(isConsent && lacksNeeded(asked))}
        />
        <p className={css['papers']}>
          <Papers app={asked.app} name={app} />
        </p>
      </div>
    </AuthCard>
  );
}

/** Values that the app asks for and the person lacks. */
function Lacks({ asked, app }: { readonly asked: Asked; readonly app: string }): ReactNode {
  const t = useT();
  const layout = useLayout();
  return (
    <>
      {asked.lacks.map((claim) => (
        <Notice key={claim}>{t('cs.lacks', { claim: t(claimNames[claim]) })}</Notice>
      ))}
      {lacksNeeded(asked) && (
        <Notice
          tone="warning"
          action={
            <Link href={emailPages[layout]} newTab>
              {t('title.bindEmail')}
            </Link>
          }
        >
          {t('cs.needsEmail', { app })}
        </Notice>
      )}
    </>
  );
}

/** The heading in two halves, which break nowhere but between them. */
function Halves({ app }: { readonly app: string }): ReactNode {
  const t = useT();
  const whole = t('cs.h', { app });
  const at = whole.indexOf(app) + app.length;
  const rest = whole.slice(at);
  return (
    <>
      <span className={css['half']}>{whole.slice(0, at)}</span>
      {rest.startsWith(' ') ? ' ' : <wbr />}
      <span className={css['half']}>{rest.trimStart()}</span>
    </>
  );
}

/** Whether the app cannot start, for want of an email. */
function lacksNeeded({ scopes }: Asked): boolean {
  return scopes.some(({ required, missing }) => required && missing);
}

/** The app and this site, side by side. */
function Pair({ icon }: { readonly icon: string }): ReactNode {
  return (
    <div className={css['pair']} aria-hidden="true">
      <AppIcon src={icon} size="l" />
      <span className={css['dots']} />
      <Logo size={48} />
    </div>
  );
}

/** The app's own terms and privacy policy, if it has registered any. */
function Papers({ app, name }: { readonly app: Asked['app']; readonly name: string }): ReactNode {
  const t = useT();
  const language = useLanguage();
  const [terms, privacy] = [app.links.terms[language], app.links.privacy[language]];
  return (
    <>
      {terms !== '' && (
        <Link variant="inline" href={terms} newTab>
          {t('cs.terms', { app: name })}
        </Link>
      )}{' '}
      {privacy !== '' && (
        <Link variant="inline" href={privacy} newTab>
          {t('cs.privacy', { app: name })}
        </Link>
      )}
    </>
  );
}

type Asked = CallData<typeof openidEndpoints.showInteraction>;

interface ReadRequest {
  readonly asked: Asked | undefined;
  readonly error: RefusalError | undefined;
  readonly isLoading: boolean;
  readonly retry: () => void;
}

/** The request of an app. It is read once, because the answer must match the request on screen. */
function useInteraction(uid: string): ReadRequest {
  const [tries, setTries] = useState(1);
  const [answer, setAnswer] = useState<{ readonly asked?: Asked; readonly error?: RefusalError }>();
  useEffect(() => {
    const controller = new AbortController();
    const load = async () => {
      try {
        setAnswer({ asked: await call(openidEndpoints.showInteraction, { params: { uid }, signal: controller.signal }) });
      } catch (error) {
        if (controller.signal.aborted) return;
        if (!(error instanceof RefusalError)) throw error;
        // This page reports an ended request itself. A refusal that leads elsewhere is followed: no retry helps.
        if (error.refusal !== 'tokenError' && leadsElsewhere(error)) handleRefusal(error);
        else setAnswer({ error });
      }
    };
    void load();
    return () => controller.abort();
  }, [uid, tries]);
  return {
    asked: answer?.asked,
    error: answer?.error,
    isLoading: answer === undefined,
    retry: () => {
      setAnswer(undefined);
      setTries(tries + 1);
    },
  };
}
