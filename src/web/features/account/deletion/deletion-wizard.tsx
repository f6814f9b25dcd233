import { useEffect, useEffectEvent, useMemo, useRef, useState, type ReactNode } from 'react';
import { referenceEndpoints } from '#contract/account/reference/reference.ts';
import { limits } from '#contract/limits.ts';
import { max, required } from '#contract/rules/rule.ts';
import { deletionSteps, deletionChannels, deletionReasons } from '#contract/vocabulary/deletion.ts';
import { useLanguage, useT } from '#web/lib/texts/i18n.tsx';
import { call } from '#web/lib/api/api.ts';
import { RefusalError } from '#web/lib/api/refusal-error.ts';
import { handleRefusal, refusalText } from '#web/lib/api/refusals.ts';
import { Card } from '#web/ui/layout/card.tsx';
import { ErrorCard } from '#web/ui/feedback/error-card.tsx';
import { useAppForm, FormShell } from '#web/ui/form/form.tsx';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { Stepper } from '#web/ui/controls/stepper.tsx';
import type { Agreement } from '#web/widgets/agreements/legal-text.tsx';
import {
  allowedStep,
  forgetDraft,
  keepDraft,
  keepRequested,
  readDraft,
  type DeletionDraft,
  type DeletionStep,
  type DraftForm,
} from './deletion-draft.ts';
import { deletionRequest, type DeletionCheck } from './deletion-request.ts';
import { StatementStep } from './statement-step.tsx';
import { VerifyStep } from './verify-step.tsx';
import { Button } from '#web/ui/controls/button.tsx';
import { RadioField } from '#web/ui/form/fields/radio-field.tsx';
import { TextAreaField } from '#web/ui/form/fields/text-area-field.tsx';
import { Stack } from '#web/ui/layout/stack.tsx';
import css from './deletion-wizard.module.css';

interface DeletionWizardProps {
  /** Whose answers these are, among those who use this tab. */
  readonly owner: string;
  /** Token of the account deletion page; without it the signed-in person asks. */
  readonly xToken?: string;
  readonly step: DeletionStep;
  /** Shows a step: as a new entry in history, or instead of this one. */
  readonly onStep: (step: DeletionStep, how?: { readonly replace: boolean }) => void;
  /** The account is kept. */
  readonly onKeep: () => void;
  /** The deletion has been asked for; nobody is signed in any more. */
  readonly onRequested: () => void;
}

/** The deletion of an account (brief 4.10): read, tell us why, verify. Each step is an entry in history. */
export function DeletionWizard({ owner, xToken, step: asked, onStep, onKeep, onRequested }: DeletionWizardProps): ReactNode {
  const t = useT();
  const request = useMemo(() => deletionRequest(xToken), [xToken]);
  const form = useDraftForm(owner, () => onStep(step === 'statement' ? 'feedback' : 'verify'));
  const { loaded, failure, retry } = useOpening(request.check, form);
  const check = loaded?.check;
  // Not what the tab keeps, which the answer to the request clears.
  const step = check?.eligible === false ? 'statement' : allowedStep(asked, form.values());
  const body = useRef<HTMLElement>(null);
  const isLeaving = useRef(false);
  useForgettingDraft(isLeaving);
  useStepFocus(step, body);
  const correct = useEffectEvent(() => check !== undefined && step !== asked && !isLeaving.current && onStep(step, { replace: true }));
  useEffect(() => void correct(), [check, asked, step]);

  const leave = (go: () => void): void => {
    isLeaving.current = true;
    go();
  };
  const names = { statement: t('dl.s1'), feedback: t('dl.s2'), verify: t('dl.s3') };
  return (
    <div>
      <Stepper label={t('nav.delete')} steps={Object.values(names)} current={deletionSteps.indexOf(step)} />
      <Card busy={check === undefined && failure === undefined}>
        <section ref={body} tabIndex={-1} aria-label={names[step]} className={css['step']}>
          {loaded === undefined ? (
            <div className={css['part']}>{failure === undefined ? <Skeleton /> : <ErrorCard reason={failure} onRetry={retry} />}</div>
          ) : (
            <>
              {step === 'statement' && <StatementStep {...loaded} form={form} onCancel={() => leave(onKeep)} />}
              {step === 'feedback' && <FeedbackStep form={form} onBack={() => onStep('statement')} />}
              {step === 'verify' && (
                <VerifyStep
                  request={request}
                  methods={loaded.check.methods}
                  answers={() => form.values()}
                  onBack={() => onStep('feedback')}
                  onKeep={() => leave(onKeep)}
                  onRefused={retry}
                  onRequested={(requested) => {
                    keepRequested(requested);
                    leave(onRequested);
                  }}
                />
              )}
            </>
          )}
        </section>
      </Card>
    </div>
  );
}

/** One form for all answers, kept in this tab with every change. */
function useDraftForm(owner: string, goOn: () => void): DraftForm {
  const form: DraftForm = useAppForm<DeletionDraft>({
    defaults: readDraft(owner),
    rules: {
      agreement: { rules: [required] },
      version: { rules: [] },
      channel: { rules: [required] },
      reason: { rules: [required] },
      detail: { rules: [max(limits.profileMax)], as: 'profile' },
    },
    onSubmit: goOn,
  });
  const { store } = form.inner;
  const keep = useEffectEvent(() => keepDraft(owner, form.values()));
  useEffect(() => store.subscribe(() => keep()), [store]);
  return form;
}

/** Once the wizard is being left for good its answers stay until the next page has come, and go with this one. */
function useForgettingDraft(isLeaving: { readonly current: boolean }): void {
  useEffect(
    () => () => {
      if (isLeaving.current) forgetDraft();
    },
    [isLeaving],
  );
}

interface Opening {
  readonly check: DeletionCheck;
  readonly agreement: Agreement;
}

/**
 * Answer of the server about this deletion and its agreement, in the language of the page; the reason in words where it did not
 * answer. A tick of another version of the agreement is taken away.
 */
function useOpening(
  ask: (signal: AbortSignal) => Promise<DeletionCheck>,
  form: DraftForm,
): {
  readonly loaded: Opening | undefined;
  readonly failure: string | undefined;
  readonly retry: () => void;
} {
  const language = useLanguage();
  const [loaded, setLoaded] = useState<Opening>();
  const [failure, setFailure] = useState<string>();
  const [attempt, setAttempt] = useState(0);
  const show = useEffectEvent(({ version }: Agreement) => {
    if (form.values().version === version) return;
    form.set('agreement', false);
    form.set('version', version);
  });
  useEffect(() => {
    const abort = new AbortController();
    setFailure(undefined);
    const input = { params: { type: 'deletion', id: 'latest' }, query: { language }, signal: abort.signal } as const;
    Promise.all([ask(abort.signal), call(referenceEndpoints.agreement, input)])
      .then(([check, agreement]) => {
        show(agreement);
        setLoaded({ check, agreement });
      })
      .catch((error: unknown) => {
        if (abort.signal.aborted) return;
        handleRefusal(error);
        if (error instanceof RefusalError) setFailure(refusalText(error));
      });
    return () => abort.abort();
  }, [ask, attempt, language]);
  return { loaded, failure, retry: () => setAttempt((count) => count + 1) };
}

/** A step that follows another begins at its top, and is announced by its name, or by the field that it begins with. */
function useStepFocus(step: DeletionStep, body: { readonly current: HTMLElement | null }): void {
  const shown = useRef(step);
  useEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    scrollTo(0, 0);
    if (document.activeElement instanceof HTMLInputElement && body.current?.contains(document.activeElement) === true) return;
    body.current?.focus({ preventScroll: true });
  }, [step, body]);
}

const channelTexts = { phone: 'dl.ch1', email: 'dl.ch2', none: 'dl.ch3' } as const;

const reasonTexts = { otherAccount: 'dl.r1', notUsed: 'dl.r2', privacy: 'dl.r3', messages: 'dl.r4', other: 'dl.r5' } as const;

/** How we may reach who leaves, and why they do. */
function FeedbackStep({ form, onBack }: { readonly form: DraftForm; readonly onBack: () => void }): ReactNode {
  const t = useT();
  return (
    <>
      <FormShell form={form}>
        <div className={css['part']}>
          <RadioField
            form={form}
            name="channel"
            label={t('dl.fb.ch')}
            columns={3}
            options={deletionChannels.map((value) => ({ value, label: t(channelTexts[value]) }))}
          />
        </div>
        <div className={css['part']}>
          <Stack>
            <RadioField
              form={form}
              name="reason"
              label={t('dl.rs')}
              options={deletionReasons.map((value) => ({ value, label: t(reasonTexts[value]) }))}
            />
            <TextAreaField form={form} name="detail" label={t('dl.rsPh')} max={limits.profileMax} />
          </Stack>
        </div>
      </FormShell>
      <div className={css['actions']}>
        <Button onClick={onBack}>{t('btn.prev')}</Button>
        <Button variant="primary" type="submit" form={form.id}>
          {t('btn.continue')}
        </Button>
      </div>
    </>
  );
}
