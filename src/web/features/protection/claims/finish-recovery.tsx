import { useId, useState, type ReactNode } from 'react';
import { recoveryEndpoints } from '#contract/sign-in/recovery/recovery.ts';
import { confirmRules, newPasswordRules } from '#contract/rules/password.ts';
import type { RecoveryState } from '#contract/sign-in/recovery/recovery.schemas.ts';
import { shownMask } from '#contract/masks.ts';
import { call } from '#web/lib/api/api.ts';
import { useT, type Translate } from '#web/lib/texts/i18n.tsx';
import { navigate } from '#web/lib/page/router.ts';
import { dayText } from '#web/lib/texts/time-text.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { LinkButton } from '#web/ui/controls/link-button.tsx';
import { FlowStep } from '#web/ui/flow/flow.tsx';
import { StepCount } from '#web/ui/flow/step-count.tsx';
import { Switch } from '#web/ui/form/fields/switch.tsx';
import { Tick } from '#web/ui/form/fields/tick.tsx';
import { AuthFoot } from '#web/ui/layout/auth-card.tsx';
import { Row, Rows } from '#web/ui/layout/rows.tsx';
import { Stack } from '#web/ui/layout/stack.tsx';
import { useAppForm, type AppForm } from '#web/ui/form/form.tsx';
import { forgetMailedToken } from '#web/widgets/mailed-links/mailed-token.ts';
import { keepPasskeyTask } from '#web/widgets/passkeys/passkey-task.ts';
import { NewPasswordPair } from '#web/widgets/password/new-password-pair.tsx';
import { readKeptIdentifier } from '#web/widgets/sign-in/kept-identifier.ts';
import css from './claims.module.css';
import { wayText } from '#web/widgets/sign-in/way-text.ts';

interface FinishRecoveryProps {
  readonly ticket: string;
  readonly state: RecoveryState;
}

/** The steps after the check: which ways stay → the new password → the recovery codes, shown once. */
export function FinishRecovery({ ticket, state }: FinishRecoveryProps): ReactNode {
  const t = useT();
  const [kept, setKept] = useState<readonly string[]>();
  const [mine, setMine] = useState(true);
  const [done, setDone] = useState<{ readonly codes: readonly string[]; readonly to: string }>();
  if (done !== undefined) return <RecoveryCodes {...done} />;
  const review = (next: readonly string[], isMine: boolean) => {
    setMine(isMine);
    setKept(next);
  };
  const Keep = state.frozenAt === null ? KeepWays : KeepChanges;
  const n = kept === undefined ? 2 : 3;
  const step =
    kept === undefined ? (
      <Keep state={state} onKept={review} />
    ) : (
      <NewPassword
        username={readKeptIdentifier() || contactIn(state)}
        onBack={() => setKept(undefined)}
        finish={async (newPassword) => {
          const answer = await call(recoveryEndpoints.finishRecovery, {
            body: { ticket, newPassword, keep: [...kept], ...(!mine && { mine }) },
          });
          forgetMailedToken('recover');
          if (answer.codes.length === 0) {
            keepPasskeyTask('signal');
            location.assign(answer.continue);
          } else setDone({ codes: answer.codes, to: answer.continue });
        }}
      />
    );
  return (
    <>
      <StepCount label={t('re.step', { n })} part={n / 3} />
      {step}
    </>
  );
}

/** A phone or email of the account, masked. */
function contactIn({ ways }: RecoveryState): string {
  const way = ways.find(({ family }) => family === 'phone' || family === 'email');
  return way === undefined ? '' : shownMask(way.label);
}

interface KeepProps {
  readonly state: RecoveryState;
  readonly onKept: (kept: readonly string[], mine: boolean) => void;
}

/** After a recovery: which ways stay. */
function KeepWays({ state: { ways }, onKept }: KeepProps): ReactNode {
  const t = useT();
  const { kept, set } = useKept(ways);
  return (
    <FlowStep title={t('re.keepT')} lead={t('re.keepD')}>
      <Stack>
        {ways.map((way) => (
          <Tick key={way.id} ticked={kept.has(way.id)} onChange={(ticked) => set(way.id, ticked)} note={notesOf(way, t)}>
            {wayText(way)}
          </Tick>
        ))}
        <Button variant="primary" size="lg" block onClick={() => onKept([...kept], true)}>
          {t('btn.continue')}
        </Button>
      </Stack>
    </FlowStep>
  );
}

/** After a freeze: what changed before it is undone, unless the person did it. What was there stays unasked. */
function KeepChanges({ state: { ways, putBack }, onKept }: KeepProps): ReactNode {
  const t = useT();
  const [isMine, setMine] = useState(true);
  const { kept, set } = useKept(ways);
  const id = useId();
  const changes = ways.filter((way) => !way.kept);
  return (
    <FlowStep title={t('wb.keepT')} lead={changes.length === 0 ? t('wb.none') : t('wb.keepD')}>
      <Stack>
        <Rows inStep>
          {putBack.map((each) => (
            <Row key={each} title={t(`wb.back.${each}`)} note={t('wb.back')} />
          ))}
          {changes.map((way) => (
            <Row
              key={way.id}
              title={<label htmlFor={`${id}-${way.id}`}>{wayText(way)}</label>}
              note={notesOf(way, t)}
              action={<Switch id={`${id}-${way.id}`} on={kept.has(way.id)} busy={false} onChange={(on) => set(way.id, on)} />}
            />
          ))}
          <Row
            title={<label htmlFor={`${id}-mine`}>{t('wb.mine')}</label>}
            action={<Switch id={`${id}-mine`} on={isMine} busy={false} onChange={setMine} />}
          />
        </Rows>
        <Button variant="primary" size="lg" block onClick={() => onKept([...kept], isMine)}>
          {t('btn.continue')}
        </Button>
      </Stack>
    </FlowStep>
  );
}

function useKept(ways: RecoveryState['ways']) {
  const [kept, setKept] = useState<ReadonlySet<string>>(() => new Set(ways.filter((way) => way.kept).map(({ id }) => id)));
  const set = (id: string, isKept: boolean): void =>
    setKept((now) => new Set(isKept ? [...now, id] : [...now].filter((each) => each !== id)));
  return { kept, set };
}

/** When it was added; that it had left; for what it stands. */
function notesOf({ addedAt, former, rests }: RecoveryState['ways'][number], t: Translate): string {
  return [
    former === null ? t('wb.added', { date: dayText(addedAt) }) : t('wb.former'),
    ...(rests === null ? [] : [t('way.rests', { way: shownMask(wayText(rests.way)), date: dayText(rests.until) })]),
  ].join(' · ');
}

function NewPassword({
  username,
  onBack,
  finish,
}: {
  readonly username: string;
  readonly onBack: () => void;
  readonly finish: (newPassword: string) => Promise<void>;
}): ReactNode {
  const t = useT();
  const form: AppForm<{ readonly newPassword: string; readonly confirm: string }> = useAppForm({
    defaults: { newPassword: '', confirm: '' },
    rules: { newPassword: { rules: newPasswordRules }, confirm: { rules: confirmRules } },
    onSubmit: ({ newPassword }) => finish(newPassword),
  });
  return (
    <FlowStep
      title={t('rc.newT')}
      lead={t('rc.newD')}
      form={form}
      submitLabel={t('rc.set')}
      footer={
        <AuthFoot>
          <LinkButton onClick={onBack}>{t('btn.prev')}</LinkButton>
        </AuthFoot>
      }
    >
      <NewPasswordPair form={form} name="newPassword" label={t('f.newPw')} username={username} />
    </FlowStep>
  );
}

function RecoveryCodes({ codes, to }: { readonly codes: readonly string[]; readonly to: string }): ReactNode {
  const t = useT();
  const [isSaved, setSaved] = useState(false);
  function leave(): void {
    // A passkey may be among the ways that were not kept: the next page tells the password manager which ones are left.
    keepPasskeyTask('signal');
    navigate(to);
  }
  return (
    <FlowStep title={t('re.codesT')} lead={t('re.codesD')}>
      <ul className={css['codes']}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Stack>
        <Tick ticked={isSaved} onChange={setSaved}>
          {t('re.saved')}
        </Tick>
        <Button variant="primary" size="lg" block disabled={!isSaved} onClick={leave}>
          {t('btn.confirm')}
        </Button>
      </Stack>
    </FlowStep>
  );
}
