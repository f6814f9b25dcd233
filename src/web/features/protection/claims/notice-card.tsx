import { useEffect, useState, type MouseEvent, type ReactNode } from 'react';
import { claimsEndpoints } from '#contract/protection/claims/claims.ts';
import { passkeysEndpoints } from '#contract/sign-in/passkeys/passkeys.ts';
import { call } from '#web/lib/api/api.ts';
import type { CallData } from '#web/lib/api/call-types.ts';
import { useT } from '#web/lib/texts/i18n.tsx';
import { navigate } from '#web/lib/page/router.ts';
import { isRefusal } from '#web/lib/api/refusal-error.ts';
import { handleRefusal } from '#web/lib/api/refusals.ts';
import { atStart, lastSeenText } from '#web/lib/texts/time-text.ts';
import { Button, ButtonLink } from '#web/ui/controls/button.tsx';
import { AuthCard } from '#web/ui/layout/auth-card.tsx';
import { FlowPage, FlowStep } from '#web/ui/flow/flow.tsx';
import { check, triangleExclamationPoint } from '#web/ui/marks/icons.ts';
import { Mark } from '#web/ui/layout/mark.tsx';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { codesOf } from '#web/widgets/identity-proof/owner-codes.ts';
import { Confirm } from '#web/widgets/identity-proof/confirm.tsx';
import { useMailedToken } from '#web/widgets/mailed-links/mailed-token.ts';
import { Facts } from '#web/widgets/page/facts.tsx';
import css from './claims.module.css';
import { EventCard } from './event-card.tsx';
import { usePersonClick } from './person-click.ts';
import { claimTexts, stoppedKey, waysText } from '#web/widgets/sign-in/way-text.ts';

type ReadNotice = Extract<CallData<typeof claimsEndpoints.readNotice>, { claim: object }>;

type EventNotice = Extract<CallData<typeof claimsEndpoints.readNotice>, { event: object }>['event'];

type Shown =
  | { readonly as: 'asked' }
  | { readonly as: 'notice'; readonly notice: ReadNotice }
  | { readonly as: 'proof'; readonly notice: ReadNotice }
  | { readonly as: 'event'; readonly event: EventNotice }
  | { readonly as: Exclude<Outcome, 'stopped'> }
  | { readonly as: 'stopped'; readonly action: ReadNotice['claim']['action'] };

type Outcome = 'stopped' | 'mine' | 'over' | 'thanks' | 'cancelled';

/** The notice of a claim or of an event, with its two answers. Opening it does nothing, because mail scanners open links too. */
export function NoticeCard(): ReactNode {
  const given = useMailedToken('notice');
  const { token, begun } = readPressed(given);
  return <OneNotice key={given} token={token} begun={begun} />;
}

/** The button of a message says which answer was pressed there, before the token: the page asks for that one only. */
function readPressed(given: string | undefined): { readonly token: string | undefined; readonly begun: 'me' | 'freeze' | undefined } {
  const [, pressed, token] = /^([mw])\.(.+)$/.exec(given ?? '') ?? [];
  return token === undefined ? { token: given, begun: undefined } : { token, begun: pressed === 'm' ? 'me' : 'freeze' };
}

interface OneNoticeProps {
  readonly token: string | undefined;
  readonly begun: 'me' | 'freeze' | undefined;
}

function OneNotice({ token, begun }: OneNoticeProps): ReactNode {
  const [shown, setShown] = useState<Shown>({ as: 'asked' });
  useEffect(() => {
    let isCurrent = true;
    const read = async (given: string): Promise<void> => {
      try {
        const notice = await call(claimsEndpoints.readNotice, { body: { token: given } });
        if (!isCurrent) return;
        if ('event' in notice) setShown({ as: 'event', event: notice.event });
        else
          setShown(
            notice.claim.state === 'open'
              ? { as: 'notice', notice }
              : notice.claim.state === 'stopped'
                ? { as: 'stopped', action: notice.claim.action }
                : { as: 'over' },
          );
      } catch (error) {
        if (!isCurrent) return;
        setShown({ as: 'over' });
        if (!isRefusal(error, 'tokenError')) handleRefusal(error);
      }
    };
    if (token === '') setShown({ as: 'over' });
    else if (token !== undefined) void read(token);
    return () => {
      isCurrent = false;
    };
  }, [token]);

  if (shown.as === 'asked' || token === undefined) return <Waiting />;
  if (shown.as === 'notice') return <Question token={token} notice={shown.notice} onShow={setShown} />;
  if (shown.as === 'proof')
    return <OneMore token={token} notice={shown.notice} onStopped={() => setShown({ as: 'stopped', action: shown.notice.claim.action })} />;
  if (shown.as === 'event') {
    const on = (as: Exclude<Outcome, 'stopped'>) => () => setShown({ as });
    return (
      <EventCard token={token} event={shown.event} begun={begun} onMine={on('thanks')} onCancelled={on('cancelled')} onOver={on('over')} />
    );
  }
  return <Answered as={shown.as} action={shown.as === 'stopped' ? shown.action : null} />;
}

function Waiting(): ReactNode {
  const t = useT();
  return (
    <AuthCard title={t('title.notice')}>
      <Skeleton />
    </AuthCard>
  );
}

interface QuestionProps {
  readonly token: string;
  readonly notice: ReadNotice;
  readonly onShow: (shown: Shown) => void;
}

function Question({ token, notice, onShow }: QuestionProps): ReactNode {
  const t = useT();
  const [busy, setBusy] = useState<'stop' | 'me'>();
  const { claim } = notice;
  const isPersons = usePersonClick();

  async function answer(click: MouseEvent, given: 'stop' | 'me'): Promise<void> {
    if (!isPersons(click)) return;
    if (given === 'stop' && notice.methods.length > 0) {
      onShow({ as: 'proof', notice });
      return;
    }
    setBusy(given);
    try {
      const said = await call(claimsEndpoints.answerNotice, { body: { token, answer: given } });
      const state = 'state' in said ? said.state : 'open';
      if (state === 'stopped') onShow({ as: 'stopped', action: claim.action });
      else onShow({ as: given === 'me' && state === 'open' ? 'mine' : 'over' });
    } catch (error) {
      if (isRefusal(error, 'tokenError')) onShow({ as: 'over' });
      else handleRefusal(error);
    } finally {
      setBusy(undefined);
    }
  }

  const { title, what } = claimTexts(claim);
  return (
    <AuthCard title={title} lead={what}>
      <Facts
        of={[
          [t('re.account'), notice.account],
          [t('re.when'), atStart(lastSeenText(claim.at))],
          [t('re.where'), claim.place],
          [t('re.proof'), waysText(claim.shown)],
        ]}
      />
      <div className={css['answers']}>
        <Button size="lg" block busy={busy === 'me'} onClick={(click) => void answer(click, 'me')}>
          {t('nt.me')}
        </Button>
        <Button size="lg" block busy={busy === 'stop'} className={css['stop'] ?? ''} onClick={(click) => void answer(click, 'stop')}>
          {t('nt.stop')}
        </Button>
      </div>
      <p className={css['calm']}>{t('re.calm')}</p>
    </AuthCard>
  );
}

/** Two ways opened the request, and the notice came by one. */
function OneMore({
  token,
  notice,
  onStopped,
}: {
  readonly token: string;
  readonly notice: ReadNotice;
  readonly onStopped: () => void;
}): ReactNode {
  const t = useT();
  return (
    <AuthCard lead={t('re.one')}>
      <FlowPage onLeave={() => navigate('/')} inCard>
        <Confirm
          methods={notice.methods}
          codes={codesOf((channel) => () => sendCode(token, channel))}
          beginPasskey={() => call(passkeysEndpoints.beginPasskey, { body: { purpose: 'notice', ticket: token } })}
          Frame={FlowStep}
          prove={async (given) => {
            await call(claimsEndpoints.answerNotice, { body: { token, answer: 'stop', ...given } });
            onStopped();
          }}
        />
      </FlowPage>
    </AuthCard>
  );
}

async function sendCode(token: string, method: 'phone' | 'email'): Promise<{ readonly cd: number }> {
  const said = await call(claimsEndpoints.answerNotice, { body: { token, answer: 'stop', method } });
  return 'cd' in said ? said : { cd: 0 };
}

function Answered({ as, action }: { readonly as: Outcome; readonly action: ReadNotice['claim']['action'] }): ReactNode {
  const t = useT();
  const title = {
    stopped: stoppedKey({ action }),
    mine: 're.mine',
    thanks: 'wy.me.done',
    cancelled: 'wy.cancel.done',
    over: 'wy.expired',
  } as const;
  useEffect(() => document.querySelector<HTMLElement>('h1')?.focus(), []);
  return (
    <AuthCard
      title={t(title[as])}
      mark={
        <Mark seed={29} size="m" tone={as === 'over' ? 'warning' : 'success'} icon={as === 'over' ? triangleExclamationPoint : check} />
      }
    >
      {as === 'over' && (
        <div className={css['buttons']}>
          <ButtonLink variant="primary" size="lg" block href="/login">
            {t('wy.signIn')}
          </ButtonLink>
          <ButtonLink size="lg" block href="/freeze">
            {t('wy.other')}
          </ButtonLink>
        </div>
      )}
    </AuthCard>
  );
}
