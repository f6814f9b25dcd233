import { appConfig } from '#web/lib/page/app-config.ts';
import { useState, type ReactNode } from 'react';
import { clean } from '#contract/rules/clean.ts';
import { passkeysEndpoints } from '#contract/sign-in/passkeys/passkeys.ts';
import { recoveryEndpoints } from '#contract/sign-in/recovery/recovery.ts';
import { codeRules } from '#contract/rules/code.ts';
import { passwordRules } from '#contract/rules/password.ts';
import type { RecoveryState } from '#contract/sign-in/recovery/recovery.schemas.ts';
import { kindOfMethod } from '#contract/sign-in/identity-proof/identity-proof.words.ts';
import type { PasskeyAssertion } from '#contract/sign-in/passkeys/passkeys.words.ts';
import type { WayKind } from '#contract/sign-in/ways/ways.words.ts';
import { shownMask } from '#contract/masks.ts';
import { call } from '#web/lib/api/api.ts';
import { useT } from '#web/lib/texts/i18n.tsx';
import { listText } from '#web/lib/texts/intl.ts';
import { isRefusal } from '#web/lib/api/refusal-error.ts';
import { momentText } from '#web/lib/texts/time-text.ts';
import { FlowStep } from '#web/ui/flow/flow.tsx';
import { useAppForm, type AppForm } from '#web/ui/form/form.tsx';
import { PasswordField } from '#web/ui/form/fields/password-field.tsx';
import { TextField } from '#web/ui/form/fields/text-field.tsx';
import { Icon } from '#web/ui/marks/icon.tsx';
import { check, clock, keyRound, lock, mail, smartphone, user } from '#web/ui/marks/icons.ts';
import { LinkButton } from '#web/ui/controls/link-button.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { Progress } from '#web/ui/feedback/progress.tsx';
import { Row, Rows, Tile } from '#web/ui/layout/rows.tsx';
import { Stack } from '#web/ui/layout/stack.tsx';
import { CodePanel } from '#web/widgets/identity-proof/code-panel.tsx';
import { noPasskey } from '#web/widgets/identity-proof/own-passkey.ts';
import { PasskeyPanel } from '#web/widgets/identity-proof/passkey-panel.tsx';
import { codesOf } from '#web/widgets/identity-proof/owner-codes.ts';
import { inFlow } from '#web/widgets/identity-proof/proof-request.ts';
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
  const [chosen, setChosen] = useState<Offer>();
  if (chosen === undefined) return <WayList ticket={ticket} state={state} onChoose={setChosen} onWait={onWait} />;
  const props = {
    offer: chosen,
    onBack: () => setChosen(undefined),
    prove: async (proof: Proof) => {
      const next = await call(recoveryEndpoints.proveRecovery, {
        body: { ticket, method: chosen.method, former: chosen.former, ...proof },
      });
      if ('cd' in next) return next;
      setChosen(undefined);
      onShown(next);
      return { cd: 0 };
    },
  };
  if (chosen.method === 'passkey') return <ByPasskey {...props} ticket={ticket} />;
  if (chosen.method === 'phone' || chosen.method === 'email') return <ByCode {...props} channel={chosen.method} />;
  return chosen.method === 'password' ? <ByPassword {...props} /> : <ByStepCode {...props} />;
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

interface Proof {
  readonly code?: string;
  readonly password?: string;
  readonly credential?: PasskeyAssertion;
}

interface PanelProps {
  readonly offer: Offer;
  readonly onBack: () => void;
  readonly prove: (proof: Proof) => Promise<{ readonly cd: number }>;
}

function ByCode({ offer, channel, onBack, prove }: PanelProps & { readonly channel: 'phone' | 'email' }): ReactNode {
  return (
    <CodePanel
      channel={channel}
      masked={offer.target}
      onCancel={onBack}
      onOther={onBack}
      request={{
        codes: codesOf(() => () => prove({})),
        beginPasskey: noPasskey,
        manner: inFlow,
        prove: async (given) => {
          if ('code' in given) await prove({ code: given.code });
        },
      }}
    />
  );
}

function ByPasskey({ ticket, onBack, prove }: PanelProps & { readonly ticket: string }): ReactNode {
  return (
    <PasskeyPanel
      masked=""
      onCancel={onBack}
      onOther={onBack}
      request={{
        codes: codesOf(() => () => prove({})),
        beginPasskey: () => call(passkeysEndpoints.beginPasskey, { body: { purpose: 'recover', ticket } }),
        manner: inFlow,
        prove: async (given) => {
          if ('credential' in given) await prove({ credential: given.credential });
        },
      }}
    />
  );
}

function ByPassword({ onBack, prove }: PanelProps): ReactNode {
  const t = useT();
  const form: AppForm<{ readonly password: string }> = useAppForm({
    defaults: { password: '' },
    rules: { password: { rules: passwordRules } },
    onSubmit: async ({ password }) => {
      try {
        await prove({ password });
      } catch (error) {
        if (!isRefusal(error, 'passwordWrong')) throw error;
        form.set('password', '');
        form.fail('password', 'password');
      }
    },
  });
  return (
    <FlowStep title={t('vf.h')} form={form} onCancel={onBack}>
      <PasswordField
        form={form}
        name="password"
        label={t('way.password')}
        placeholder={t('f.password.ph')}
        autoComplete="current-password"
        aside={<LinkButton onClick={onBack}>{t('vf.other')}</LinkButton>}
      />
    </FlowStep>
  );
}

/** A code of an authenticator app, or one on paper. */
function ByStepCode({ offer, onBack, prove }: PanelProps): ReactNode {
  const t = useT();
  const isApp = offer.method === 'totp';
  const [isWrong, setWrong] = useState(false);
  const form: AppForm<{ readonly code: string }> = useAppForm({
    defaults: { code: '' },
    rules: isApp ? { code: { rules: codeRules, normalize: clean.code } } : {},
    onSubmit: async ({ code }) => {
      setWrong(false);
      try {
        await prove({ code });
      } catch (error) {
        if (!isRefusal(error, 'stepCodeWrong')) throw error;
        form.set('code', '');
        form.focus('code');
        setWrong(true);
      }
    },
  });
  return (
    <FlowStep title={t('vf.h')} lead={t(isApp ? 're.app' : 're.paper')} form={form} onCancel={onBack}>
      <Stack>
        {isWrong && (
          <div role="alert">
            <Notice tone="warning">{t('re.wrong')}</Notice>
          </div>
        )}
        <TextField form={form} name="code" label={t(isApp ? 'way.totp' : 'way.recoveryCode')} input={{ autoComplete: 'one-time-code' }} />
        <LinkButton onClick={onBack}>{t('vf.other')}</LinkButton>
      </Stack>
    </FlowStep>
  );
}
