import { appConfig } from '#web/lib/page/app-config.ts';
import { useState, type ReactNode } from 'react';
import { passkeysEndpoints } from '#contract/sign-in/passkeys/passkeys.ts';
import { recoveryEndpoints } from '#contract/sign-in/recovery/recovery.ts';
import type { RecoveryState } from '#contract/sign-in/recovery/recovery.schemas.ts';
import { kindOfMethod } from '#contract/sign-in/identity-proof/identity-proof.words.ts';
import type { PasskeyAssertion } from '#contract/sign-in/passkeys/passkeys.words.ts';
import type { WayKind } from '#contract/sign-in/ways/ways.words.ts';
import { shownMask } from '#contract/masks.ts';
import { call } from '#web/lib/api/api.ts';
import { useT } from '#web/lib/texts/i18n.tsx';
import { listText, spanText } from '#web/lib/texts/intl.ts';
import { FlowStep } from '#web/ui/flow/flow.tsx';
import { fingerprintPattern, keyRound, lock, mail, shieldCheck, smartphone, user } from '#web/ui/marks/icons.ts';
import { LinkButton } from '#web/ui/controls/link-button.tsx';
import { Row, Rows } from '#web/ui/layout/rows.tsx';
import { Stack } from '#web/ui/layout/stack.tsx';
import { Confirm } from '#web/widgets/identity-proof/confirm.tsx';
import { codesOf } from '#web/widgets/identity-proof/owner-codes.ts';
import { handleRefusal } from '#web/lib/api/refusals.ts';
import { momentText } from '#web/lib/texts/time-text.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import css from './claims.module.css';

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
export function ShowWays({ ticket, state, onShown, onWait }: ShowWaysProps): ReactNode {
  const t = useT();
  const [chosen, setChosen] = useState<Offer>();
  if (chosen === undefined) return <WayList ticket={ticket} state={state} onChoose={setChosen} onWait={onWait} />;
  const prove = async (given: { readonly code?: string; readonly password?: string; readonly credential?: PasskeyAssertion }) => {
    const next = await call(recoveryEndpoints.proveRecovery, {
      body: { ticket, former: chosen.former, ...given, method: chosen.method },
    });
    if ('cd' in next) return next;
    setChosen(undefined);
    onShown(next);
    return { cd: 0 };
  };
  return (
    <Confirm
      title={t('vf.more')}
      methods={[chosen]}
      codes={codesOf(() => () => prove({}))}
      beginPasskey={() => call(passkeysEndpoints.beginPasskey, { body: { purpose: 'recover', ticket } })}
      Frame={FlowStep}
      prove={async (given) => void (await prove(given))}
      last={
        <p>
          <LinkButton onClick={() => setChosen(undefined)}>{t('vf.other')}</LinkButton>
        </p>
      }
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
  // A way that takes a day stands below those that do at once.
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
