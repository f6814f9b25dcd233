import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react';
import { limits } from '#contract/limits.ts';
import { codeRules, normaliseCode } from '#contract/rules/code.ts';
import { passwordRules } from '#contract/rules/password.ts';
import { useT } from '#web/lib/i18n.tsx';
import { handleRefusal, refusalText } from '#web/lib/refusals.ts';
import { RefusalError } from '#web/lib/refusal-error.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { FormShell, useAppForm, type AppForm } from '#web/ui/form/form.tsx';
import { PasswordField } from '#web/ui/form/password-field.tsx';
import { useFieldValue } from '#web/ui/form/use-field.ts';
import { LinkButton } from '#web/ui/link-button.tsx';
import { showToast } from '#web/ui/toast.tsx';
import { CodeButton } from '#web/widgets/codes/code-button.tsx';
import { deadlineKey, forgetDeadline } from '#web/widgets/codes/code-deadlines.ts';
import { useCodeRequest, type CodeRequest } from '#web/widgets/codes/code-request.ts';
import { CodeSlots } from '#web/widgets/codes/code-slots.tsx';
import { MaskedTargetText, shownTarget } from '#web/widgets/identity-proof/masked-target-text.tsx';
import { SupportLine } from '#web/widgets/identity-proof/support-line.tsx';
import { useSmsCode } from '#web/widgets/codes/web-otp.ts';
import type { DeletionAnswers, DeletionDraft } from './deletion-draft.ts';
import type { DeletionCheck, DeletionRequest } from './deletion-request.ts';
import css from './deletion-wizard.module.css';

type Method = DeletionCheck['methods'][number];

interface VerifyStepProps {
  readonly request: DeletionRequest;
  readonly methods: readonly Method[];
  readonly answers: () => DeletionDraft;
  readonly onBack: () => void;
  readonly onKeep: () => void;
  /** It is not possible as it is: the password has changed meanwhile, or the agreement. */
  readonly onRefused: () => void;
  readonly onRequested: (dueAt: string) => void;
}

/** Who is there is proven by a code or the password, then asked once more. */
export function VerifyStep({ request, methods, answers, onBack, onKeep, onRefused, onRequested }: VerifyStepProps): ReactNode {
  const t = useT();
  const [chosen, setChosen] = useState(0);
  // Proven once is enough until the ticket has been used: who thinks again need not ask for another code.
  const [ticket, setTicket] = useState<string>();
  const method = methods[chosen];
  if (method === undefined) {
    return (
      <>
        <div className={css['part']}>
          <h2>{t('vf.h')}</h2>
          <p>{t('vf.noMethod')}</p>
          <SupportLine />
        </div>
        <div className={css['actions']}>
          <Button onClick={onBack}>{t('btn.prev')}</Button>
        </div>
      </>
    );
  }
  const panel = {
    request,
    onTicket: setTicket,
    onBack,
    onRefused,
    onOther: methods.length > 1 ? () => setChosen((chosen + 1) % methods.length) : undefined,
  };
  return (
    <>
      {method.method === 'password' ? (
        <PasswordProof key="password" {...panel} />
      ) : (
        <CodeProof key={method.method} channel={method.method} masked={method.target} {...panel} />
      )}
      <ConfirmDialog
        open={ticket !== undefined}
        onClose={() => setTicket(undefined)}
        onKeep={onKeep}
        onDelete={async () => {
          const { channel, reason, detail, version } = answers();
          if (ticket === undefined || channel === '' || reason === '') return;
          const given: DeletionAnswers = { channel, reason, detail, version };
          onRequested(await request.submit(ticket, given));
        }}
        onRefused={onRefused}
      />
    </>
  );
}

interface ProofProps {
  readonly request: DeletionRequest;
  readonly onTicket: (ticket: string) => void;
  readonly onBack: () => void;
  readonly onRefused: () => void;
  /** Absent where this is the only method. */
  readonly onOther: (() => void) | undefined;
}

function CodeProof({
  channel,
  masked,
  request,
  onTicket,
  onBack,
  onRefused,
  onOther,
}: ProofProps & { readonly channel: 'phone' | 'email'; readonly masked: string }): ReactNode {
  const t = useT();
  const form: AppForm<{ readonly code: string }> = useAppForm({
    defaults: { code: '' },
    rules: { code: { rules: codeRules, normalise: normaliseCode } },
    onSubmit: async ({ code }) => {
      try {
        onTicket(await request.verify({ method: channel, code }));
        forgetDeadline(deadlineKey('delete', shownTarget(masked)));
        form.set('code', '');
      } catch (error) {
        if (refusedAs(error, 'smsCodeWrong', 'emailCodeWrong')) {
          form.set('code', '');
          form.fail('code', 'code');
        } else throw error;
      }
    },
    onRefusal: (error) => noteRecent(error, onRefused),
  });
  const code = useFieldValue(form, 'code');
  const sending = useDeletionCode({ form, channel, masked, request });
  return (
    <>
      <FormShell form={form}>
        <div className={css['part']}>
          <h2>{t('vf.h')}</h2>
          <p className={css['lead']}>
            <MaskedTargetText text="dl.vf" gap="target" masked={masked} strong />
          </p>
          <div className={css['proof']}>
            <CodeSlots
              form={form}
              name="code"
              tip={<CodeButton request={sending} />}
              aside={onOther && <LinkButton onClick={onOther}>{t('vf.other')}</LinkButton>}
            />
          </div>
        </div>
      </FormShell>
      <Actions form={form} onBack={onBack} disabled={code.length < limits.codeDigits} />
    </>
  );
}

function PasswordProof({ request, onTicket, onBack, onRefused, onOther }: ProofProps): ReactNode {
  const t = useT();
  const form: AppForm<{ readonly password: string }> = useAppForm({
    defaults: { password: '' },
    rules: { password: { rules: passwordRules } },
    onSubmit: async ({ password }) => {
      try {
        onTicket(await request.verify({ method: 'password', password }));
        form.set('password', '');
      } catch (error) {
        if (!refusedAs(error, 'passwordWrong')) throw error;
        form.set('password', '');
        form.fail('password', 'password');
      }
    },
    onRefusal: (error) => noteRecent(error, onRefused),
  });
  return (
    <>
      <FormShell form={form}>
        <div className={css['part']}>
          <h2>{t('vf.h')}</h2>
          <p className={css['lead']}>{t('dl.vfPw')}</p>
          <div className={css['proof']}>
            <PasswordField
              form={form}
              name="password"
              label={t('f.oldPassword')}
              placeholder={t('f.password.ph')}
              autoComplete="current-password"
              aside={onOther && <LinkButton onClick={onOther}>{t('vf.other')}</LinkButton>}
            />
          </div>
        </div>
      </FormShell>
      <Actions form={form} onBack={onBack} disabled={false} />
    </>
  );
}

interface ActionsProps {
  readonly form: { readonly id: string; readonly pending: boolean };
  readonly onBack: () => void;
  readonly disabled: boolean;
}

function Actions({ form, onBack, disabled }: ActionsProps): ReactNode {
  const t = useT();
  return (
    <div className={css['actions']}>
      <Button onClick={onBack}>{t('btn.prev')}</Button>
      <Button variant="danger" type="submit" form={form.id} busy={form.pending} disabled={disabled}>
        {t('dl.btn')}
      </Button>
    </div>
  );
}

interface ConfirmDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly onKeep: () => void;
  readonly onDelete: () => Promise<void>;
  readonly onRefused: () => void;
}

/** The last question; the safe answer has the focus. */
function ConfirmDialog({ open, onClose, onKeep, onDelete, onRefused }: ConfirmDialogProps): ReactNode {
  const t = useT();
  const [busy, setBusy] = useState(false);
  const safe = useRef<HTMLButtonElement>(null);

  async function remove(): Promise<void> {
    setBusy(true);
    try {
      await onDelete();
    } catch (error) {
      setBusy(false);
      onClose();
      handleRefusal(error, { onCaller: (refusal) => noteRecent(refusal, onRefused) });
    }
  }

  return (
    <Dialog
      open={open}
      onClose={onClose}
      kind="alert"
      busy={busy}
      initialFocus={safe}
      title={t('dl.cf.h')}
      lead={t('ex.del.15')}
      actions={
        <>
          <Button ref={safe} onClick={onKeep} disabled={busy}>
            {t('dl.cf.keep')}
          </Button>
          <Button variant="danger" busy={busy} onClick={() => void remove()}>
            {t('dl.btn')}
          </Button>
        </>
      }
    />
  );
}

interface DeletionCode {
  readonly form: AppForm<{ readonly code: string }>;
  readonly channel: 'phone' | 'email';
  readonly masked: string;
  readonly request: DeletionRequest;
}

/** Asks for the code at once, unless one is on its way: a reload of the page keeps the countdown. */
function useDeletionCode({ form, channel, masked, request }: DeletionCode): CodeRequest {
  const awaitSms = useSmsCode((code) => form.set('code', code));
  const sending = useCodeRequest({
    scene: 'delete',
    target: shownTarget(masked),
    send: request.sendCode(channel),
    onSent: () => {
      form.clear('code');
      form.focus('code');
      if (channel === 'phone') awaitSms();
    },
    onRefusal: (error) => {
      if (!form.setRefusal(error)) form.fail('code', 'error', 'phone');
    },
  });
  const begin = useEffectEvent(() => {
    if (sending.state === 'ready') sending.ask();
  });
  useEffect(() => begin(), []);
  return sending;
}

function refusedAs(error: unknown, ...names: readonly RefusalError['refusal'][]): boolean {
  return error instanceof RefusalError && names.includes(error.refusal);
}

/** 3003, 3010: what is in the way is shown on the first step, with its date or as the new text. False leaves the words to the toast. */
function noteRecent(error: RefusalError, onRefused: () => void): boolean {
  if (error.refusal === 'passwordChangedRecently' || error.refusal === 'agreementChanged') onRefused();
  if (error.refusal !== 'agreementChanged') return false;
  showToast({ kind: 'warning', text: refusalText(error) });
  return true;
}
