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
import { listText } from '#web/lib/texts/intl.ts';
import { momentText } from '#web/lib/texts/time-text.ts';
import { FlowStep } from '#web/ui/flow/flow.tsx';
import { Icon } from '#web/ui/marks/icon.tsx';
import { check, clock, keyRound, lock, mail, smartphone, user } from '#web/ui/marks/icons.ts';
import { LinkButton } from '#web/ui/controls/link-button.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { Progress } from '#web/ui/feedback/progress.tsx';
import { Row, Rows, Tile } from '#web/ui/layout/rows.tsx';
import { Stack } from '#web/ui/layout/stack.tsx';
import { Confirm } from '#web/widgets/identity-proof/confirm.tsx';
import { codesOf } from '#web/widgets/identity-proof/owner-codes.ts';
import { AskDesk } from './ask-desk.tsx';

type Offer = RecoveryState['methods'][number];

interface ShowWaysProps {
  readonly ticket: string;
  readonly state: RecoveryState;
  readonly onShown: (state: RecoveryState) => void;
  /** Waits instead of a second way. */
  readonly onWait: () => Promise<void>;
}

const icons: Readonly<Record<WayKind, string>> = {
  passkey: keyRound,
  totp: lock,
  recoveryCode: clock,
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
      last={<LinkButton onClick={() => setChosen(undefined)}>{t('vf.other')}</LinkButton>}
    />
  );
}

function WayList({
  ticket,
  state,
  onChoose,
  onWait,
}: Pick<ShowWaysProps, 'ticket' | 'state' | 'onWait'> & { readonly onChoose: (offer: Offer) => void }): ReactNode {
  const t = useT();
  const [isOpening, setOpening] = useState(false);
  const known = listText(
    state.proven.map((kind) => t(`way.${kind}`)),
    'sentence',
  );
  const hours = state.dueAt === null ? 0 : hoursUntil(state.dueAt);
  return (
    <FlowStep title={t('title.recover')} lead={t(state.frozenAt === null ? 're.two' : 'wb.lead')}>
      <Stack>
        <Progress label={t('re.count', { n: 1 })} part={0.5} />
        <Rows>
          {state.proven.map((kind) => (
            <Row key={kind} lead={<Tile icon={icons[kind]} tone="success" />} title={t(`way.${kind}`)} action={<Icon of={check} />} />
          ))}
          {state.methods.map((offer) => (
            <Row
              key={`${offer.method} ${offer.former}`}
              lead={<Tile icon={icons[kindOfMethod[offer.method]]} />}
              title={t(`way.${kindOfMethod[offer.method]}`)}
              note={noteOf(offer)}
              onClick={() => onChoose(offer)}
            />
          ))}
        </Rows>
        {state.desk === true && <AskDesk ticket={ticket} />}
        {state.dueAt !== null && (
          <Notice icon={clock} title={t(state.independence === 'shared' ? 're.shared' : 're.slowT', { n: hours })}>
            {t('re.slowD', { date: momentText(state.dueAt) })}{' '}
            <LinkButton
              onClick={() => {
                if (isOpening) return;
                setOpening(true);
                void onWait().finally(() => setOpening(false));
              }}
            >
              {t('re.slowBtn', { n: hours })}
            </LinkButton>
          </Notice>
        )}
      </Stack>
    </FlowStep>
  );

  function noteOf({ target, former, together }: Offer): string {
    const waits = together === 'shared' ? t('re.with', { way: known, n: appConfig().limits.claimHoursShared }) : '';
    const counts = together === 'independent' ? t('way.indep') : waits;
    return [shownMask(target), former ? t('way.former') : '', state.proven.length > 0 ? counts : '']
      .filter((part) => part !== '')
      .join(' · ');
  }
}

function hoursUntil(dueAt: string): number {
  return Math.round((Date.parse(dueAt) - Date.now()) / 3_600_000);
}
