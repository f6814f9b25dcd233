import { useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import { claimsEndpoints } from '#contract/protection/claims/claims.ts';
import { recoveryEndpoints } from '#contract/sign-in/recovery/recovery.ts';
import type { RecoveryState } from '#contract/sign-in/recovery/recovery.schemas.ts';
import { useAct } from '#web/lib/api/use-act.ts';
import { call } from '#web/lib/api/api.ts';
import { useT } from '#web/lib/texts/i18n.tsx';
import { RefusalError, isRefusal } from '#web/lib/api/refusal-error.ts';
import { handleRefusal } from '#web/lib/api/refusals.ts';
import { spanText, listText } from '#web/lib/texts/intl.ts';
import { dayOfYearText, timeText, momentText } from '#web/lib/texts/time-text.ts';
import { Button, ButtonLink } from '#web/ui/controls/button.tsx';
import { Link } from '#web/ui/controls/link.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { FlowStep } from '#web/ui/flow/flow.tsx';
import { AuthFoot } from '#web/ui/layout/auth-card.tsx';
import { Stack } from '#web/ui/layout/stack.tsx';
import { clock, fingerprintPattern, keyRound, lock, mail, shieldCheck, smartphone, user } from '#web/ui/marks/icons.ts';
import { SupportLine } from '#web/widgets/identity-proof/support-line.tsx';
import { forgetMailedToken, useMailedToken } from '#web/widgets/mailed-links/mailed-token.ts';
import { FinishRecovery } from './finish-recovery.tsx';
import { appConfig } from '#web/lib/page/app-config.ts';
import { kindOfMethod } from '#contract/sign-in/identity-proof/identity-proof.words.ts';
import type { WayKind } from '#contract/sign-in/ways/ways.words.ts';
import { shownMask } from '#contract/masks.ts';
import { LinkButton } from '#web/ui/controls/link-button.tsx';
import { Row, Rows } from '#web/ui/layout/rows.tsx';
import { OneMore } from '#web/widgets/identity-proof/one-more.tsx';
import css from './claims.module.css';

type Shown =
  | { readonly as: 'asked' }
  | { readonly as: 'ways'; readonly state: RecoveryState }
  | { readonly as: 'finish'; readonly state: RecoveryState }
  | { readonly as: 'waiting'; readonly dueAt: string }
  | { readonly as: 'stopped' | 'cancelled' | 'dead' };

/**
 * Gets a protected account back (J8): shows ways until two are independent, or waits. The ticket comes from a sign-in or
 * a reset that stopped, from the link of a claim that is due, or is the claim that this browser opened.
 */
export function RecoverAccount(): ReactNode {
  const token = useMailedToken('recover');
  return <OneRecovery key={token} token={token} />;
}

function OneRecovery({ token }: { readonly token: string | undefined }): ReactNode {
  const [ticket, setTicket] = useState('');
  const [shown, setShown] = useState<Shown>({ as: 'asked' });

  async function goOn(given: string): Promise<void> {
    try {
      const state = await call(recoveryEndpoints.proveRecovery, { body: { ticket: given } });
      if ('cd' in state) throw new Error('A question sent a code.');
      setTicket(given);
      setShown({ as: state.ways.length > 0 ? 'finish' : 'ways', state });
    } catch (error) {
      if (isRefusal(error, 'claimNotDue')) setShown({ as: 'waiting', dueAt: dueAtOf(error) });
      else if (isRefusal(error, 'tokenError')) await findClaim();
      else handleRefusal(error);
    }
  }

  async function findClaim(): Promise<void> {
    forgetMailedToken('recover');
    const claim = await call(claimsEndpoints.claimStatus, { body: {} }).catch(() => null);
    if (claim?.state === 'open' && Date.parse(claim.dueAt) < Date.now()) await goOn(claim.id);
    else if (claim?.state === 'open') setShown({ as: 'waiting', dueAt: claim.dueAt });
    else setShown({ as: claim?.state === 'stopped' ? 'stopped' : 'dead' });
  }

  const begin = useEffectEvent((given: string) => void (given === '' ? findClaim() : goOn(given)));
  useEffect(() => {
    if (token !== undefined) begin(token);
  }, [token]);

  async function wait(): Promise<void> {
    try {
      const { dueAt } = await call(recoveryEndpoints.openRecoveryClaim, { body: { ticket } });
      forgetMailedToken('recover');
      setShown({ as: 'waiting', dueAt });
    } catch (error) {
      handleRefusal(error);
    }
  }

  switch (shown.as) {
    case 'asked':
      return <Loading />;
    case 'ways':
      return (
        <ShowWays
          ticket={ticket}
          state={shown.state}
          onShown={(state) => setShown({ as: state.ways.length > 0 ? 'finish' : 'ways', state })}
          onWait={wait}
        />
      );
    case 'finish':
      return <FinishRecovery ticket={ticket} state={shown.state} />;
    case 'waiting':
      return <Waiting dueAt={shown.dueAt} onCancelled={() => setShown({ as: 'cancelled' })} />;
    case 'stopped':
    case 'cancelled':
    case 'dead':
      return <Over as={shown.as} />;
  }
}

function dueAtOf(error: unknown): string {
  const dueAt = error instanceof RefusalError ? error.data['dueAt'] : undefined;
  return typeof dueAt === 'string' ? dueAt : new Date().toISOString();
}

function Loading(): ReactNode {
  const t = useT();
  return <FlowStep title={t('title.recover')} waiting />;
}

function Waiting({ dueAt, onCancelled }: { readonly dueAt: string; readonly onCancelled: () => void }): ReactNode {
  const t = useT();
  const [busy, act] = useAct();
  const cancel = (): Promise<void> =>
    act(async () => {
      await call(claimsEndpoints.stopClaim, { body: {} });
      onCancelled();
    });
  const [hours] = useState(() => Math.max(1, Math.ceil((Date.parse(dueAt) - Date.now()) / 3_600_000)));
  return (
    <FlowStep
      title={t('re.wait', { date: dayOfYearText(dueAt) })}
      lead={t('re.waitD', { time: timeText(dueAt) })}
      footer={
        <AuthFoot>
          {t('re.waitOther')} <Link href="/register/support">{t('vf.more')}</Link>
        </AuthFoot>
      }
    >
      <Stack>
        <Notice icon={clock} title={t('re.left', { time: spanText(hours) })}>
          {t('re.told')}
        </Notice>
        <Button size="lg" block busy={busy} onClick={() => void cancel()}>
          {t('re.cancel')}
        </Button>
      </Stack>
    </FlowStep>
  );
}

const endings = { stopped: 're.stopped', cancelled: 're.cancelled', dead: 'rc.dead' } as const;

function Over({ as }: { readonly as: keyof typeof endings }): ReactNode {
  const t = useT();
  return (
    <FlowStep title={t(endings[as])} {...(as === 'stopped' && { lead: t('re.stoppedD') })} footer={<SupportLine />}>
      <ButtonLink variant="primary" size="lg" block href="/register/support">
        {t('rc.restart')}
      </ButtonLink>
    </FlowStep>
  );
}

type Offer = RecoveryState['methods'][number];

interface ShowWaysProps {
  readonly ticket: string;
  readonly state: RecoveryState;
  readonly onShown: (state: RecoveryState) => void;
  /** Waits instead of a second way. */
  readonly onWait: () => Promise<void>;
}

const icons: Readonly<Record<WayKind, string>> = {
  passkey: fingerprintPattern,
  totp: shieldCheck,
  recoveryCode: lock,
  password: keyRound,
  phone: smartphone,
  email: mail,
  social: user,
};

/** The ways that were shown, and those that can be shown; each opens its panel. */
function ShowWays({ ticket, state, onShown, onWait }: ShowWaysProps): ReactNode {
  const t = useT();
  const [chosen, setChosen] = useState<Offer>();
  if (chosen === undefined) return <WayList ticket={ticket} state={state} onChoose={setChosen} onWait={onWait} />;
  return (
    <OneMore
      ticket={ticket}
      methods={[chosen]}
      onShown={(next) => {
        setChosen(undefined);
        onShown(next);
      }}
      last={{ label: t('vf.other'), onPress: () => setChosen(undefined) }}
    />
  );
}

/** Worth of a way together with those that were shown: only a way that adds something is listed. */
const ranks: readonly RecoveryState['independence'][] = ['none', 'weak', 'single', 'shared', 'independent'];

function WayList({
  ticket,
  state,
  onChoose,
  onWait,
}: Pick<ShowWaysProps, 'ticket' | 'state' | 'onWait'> & { readonly onChoose: (offer: Offer) => void }): ReactNode {
  const t = useT();
  const [isOpening, setOpening] = useState(false);
  const { proven, independence, frozenAt, dueAt } = state;
  const known = listText(
    proven.map((kind) => t(`way.${kind}`)),
    'sentence',
  );
  // A way that takes a day stands below the immediate ones.
  const isSlow = ({ together }: Offer) => proven.length > 0 && together === 'shared';
  const offers = state.methods
    .filter(({ together }) => proven.length === 0 || ranks.indexOf(together) > ranks.indexOf(independence))
    .toSorted((one, another) => Number(isSlow(one)) - Number(isSlow(another)));
  return (
    <FlowStep title={t(frozenAt === null ? 'vf.more' : 'fz.go')} lead={proven.length === 0 ? t('re.first') : t('re.more', { ways: known })}>
      <Stack>
        <Rows inStep>
          {offers.map((offer) => (
            <Row
              key={`${offer.method} ${offer.former}`}
              icon={icons[kindOfMethod[offer.method]]}
              title={t(`way.${kindOfMethod[offer.method]}`)}
              note={factOf(offer)}
              {...(isSlow(offer) && { value: t('re.takes', { time: spanText(appConfig().limits.claimHoursShared) }), muted: true })}
              onClick={() => onChoose(offer)}
            />
          ))}
        </Rows>
        {state.desk === true && <AskDesk ticket={ticket} />}
        {dueAt !== null && (
          <p className={css['slow']}>
            {t(frozenAt === null ? 're.slow' : 're.slowFrozen', { time: spanText(hoursUntil(dueAt)) })}{' '}
            <LinkButton
              onClick={() => {
                if (isOpening) return;
                setOpening(true);
                void onWait().finally(() => setOpening(false));
              }}
            >
              {t('vf.slowBtn')}
            </LinkButton>
          </p>
        )}
      </Stack>
    </FlowStep>
  );

  function factOf({ method, target, former }: Offer): string | undefined {
    const fact = method === 'phone' || method === 'email' ? shownMask(target) : method === 'totp' ? '' : t(`re.fact.${method}`);
    const parts = [fact, former ? t('way.former') : ''].filter((part) => part !== '');
    return parts.length === 0 ? undefined : parts.join(' · ');
  }
}

function hoursUntil(dueAt: string): number {
  return Math.round((Date.parse(dueAt) - Date.now()) / 3_600_000);
}

/** For a person who has too little: a number for our support, which can open a request of this browser by it. */
function AskDesk({ ticket }: { readonly ticket: string }): ReactNode {
  const t = useT();
  const [given, setGiven] = useState<{ readonly number: string; readonly until: string }>();
  if (given !== undefined) {
    return (
      <Notice title={t('rc.desk', { n: given.number })} tone="accent">
        {t('rc.deskD', { date: momentText(given.until) })}
      </Notice>
    );
  }
  const ask = () => {
    call(recoveryEndpoints.askDeskForRecovery, { body: { ticket } }).then(setGiven, handleRefusal);
  };
  return (
    <Notice title={t('rc.little')}>
      <LinkButton onClick={ask}>{t('rc.deskBtn')}</LinkButton>
    </Notice>
  );
}
