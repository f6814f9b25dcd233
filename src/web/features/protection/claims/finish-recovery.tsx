import { useState, type ReactNode } from 'react';
import { recoveryEndpoints } from '#contract/sign-in/recovery/recovery.ts';
import { confirmRules, newPasswordRules } from '#contract/rules/password.ts';
import type { RecoveryState } from '#contract/sign-in/recovery/recovery.schemas.ts';
import { shownMask } from '#contract/masks.ts';
import { call } from '#web/lib/api/api.ts';
import { useT } from '#web/lib/texts/i18n.tsx';
import { navigate } from '#web/lib/page/router.ts';
import { dayText } from '#web/lib/texts/time-text.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { FlowStep } from '#web/ui/flow/flow.tsx';
import { useAppForm, type AppForm } from '#web/ui/form/form.tsx';
import { forgetMailedToken } from '#web/widgets/mailed-links/mailed-token.ts';
import { keepPasskeyTask } from '#web/widgets/passkeys/passkey-task.ts';
import { NewPasswordPair } from '#web/widgets/password/new-password-pair.tsx';
import { readKeptIdentifier } from '#web/widgets/sign-in/kept-identifier.ts';
import css from './claims.module.css';
import { wayText } from './way-text.ts';

interface FinishRecoveryProps {
  readonly ticket: string;
  readonly state: RecoveryState;
}

/** Which ways stay → the new password → the recovery codes, shown once. */
export function FinishRecovery({ ticket, state }: FinishRecoveryProps): ReactNode {
  const [kept, setKept] = useState<readonly string[]>();
  const [mine, setMine] = useState(true);
  const [done, setDone] = useState<{ readonly codes: readonly string[]; readonly to: string }>();
  if (done !== undefined) return <RecoveryCodes {...done} />;
  if (kept === undefined) {
    const review = (next: readonly string[], isMine: boolean) => {
      setMine(isMine);
      setKept(next);
    };
    return <KeepWays state={state} onKept={review} />;
  }
  return (
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
}

/** A phone or email of the account, masked. */
function contactIn({ ways }: RecoveryState): string {
  const way = ways.find(({ family }) => family === 'phone' || family === 'email');
  return way === undefined ? '' : shownMask(way.label);
}

function KeepWays({
  state: { ways, frozenAt },
  onKept,
}: {
  readonly state: RecoveryState;
  readonly onKept: (kept: readonly string[], mine: boolean) => void;
}): ReactNode {
  const t = useT();
  const [isTheirs, setTheirs] = useState(false);
  const [kept, setKept] = useState<ReadonlySet<string>>(() => new Set(ways.filter((way) => way.kept).map(({ id }) => id)));
  return (
    <FlowStep title={t(frozenAt === null ? 're.keepT' : 'wb.keepT')} lead={t(frozenAt === null ? 're.keepD' : 'wb.keepD')}>
      {ways.map((way) => (
        <label key={way.id} className={css['choice']}>
          <input
            type="checkbox"
            checked={kept.has(way.id)}
            onChange={({ currentTarget: { checked } }) =>
              setKept((now) => new Set(checked ? [...now, way.id] : [...now].filter((id) => id !== way.id)))
            }
          />
          <span>
            {wayText(way)}
            {way.former !== null && <small>{t('way.former')}</small>}
            {way.rests !== null && (
              <small>{t('way.rests', { way: shownMask(wayText(way.rests.way)), date: dayText(way.rests.until) })}</small>
            )}
          </span>
        </label>
      ))}
      {frozenAt !== null && (
        <label className={css['choice']}>
          <input type="checkbox" checked={isTheirs} onChange={({ currentTarget: { checked } }) => setTheirs(checked)} />
          {t('wb.theirs')}
        </label>
      )}
      <Button variant="primary" size="lg" block onClick={() => onKept([...kept], !isTheirs)}>
        {t('btn.next')}
      </Button>
    </FlowStep>
  );
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
    <FlowStep title={t('re.newT')} form={form} submitLabel={t('btn.confirm')} onCancel={onBack}>
      <NewPasswordPair form={form} name="newPassword" label={t('f.newPw')} username={username} />
    </FlowStep>
  );
}

function RecoveryCodes({ codes, to }: { readonly codes: readonly string[]; readonly to: string }): ReactNode {
  const t = useT();
  const [isSaved, setSaved] = useState(false);
  function leave(): void {
    // What was not kept may be a passkey: the next page tells the password manager what is left.
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
      <label className={css['choice']}>
        <input type="checkbox" checked={isSaved} onChange={({ currentTarget: { checked } }) => setSaved(checked)} />
        {t('re.saved')}
      </label>
      <Button variant="primary" size="lg" block disabled={!isSaved} onClick={leave}>
        {t('btn.confirm')}
      </Button>
    </FlowStep>
  );
}
