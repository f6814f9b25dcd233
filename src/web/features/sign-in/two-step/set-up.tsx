import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react';
import { clean } from '#contract/rules/clean.ts';
import { limits } from '#contract/limits.ts';
import { codeRules } from '#contract/rules/code.ts';
import { twoStepEndpoints } from '#contract/sign-in/two-step/two-step.ts';
import { call } from '#web/lib/api/api.ts';
import type { CallData } from '#web/lib/api/call-types.ts';
import { translate, useT } from '#web/lib/texts/i18n.tsx';
import { mobileBelow } from '#web/lib/page/layout.ts';
import { notify } from '#web/lib/page/notify.ts';
import { aborted, isRefusal } from '#web/lib/api/refusal-error.ts';
import { handleRefusal } from '#web/lib/api/refusals.ts';
import { navigate, useQuery } from '#web/lib/page/router.ts';
import { Button, ButtonLink } from '#web/ui/controls/button.tsx';
import { LinkButton } from '#web/ui/controls/link-button.tsx';
import { FlowStep } from '#web/ui/flow/flow.tsx';
import { CheckboxField } from '#web/ui/form/fields/checkbox-field.tsx';
import { useAppForm, type AppForm } from '#web/ui/form/form.tsx';
import { useField } from '#web/ui/form/use-field.ts';
import { copy } from '#web/ui/marks/icons.ts';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { Stack } from '#web/ui/layout/stack.tsx';
import { CodeSlots } from '#web/widgets/codes/code-slots.tsx';
import { withProof } from '#web/widgets/identity-proof/proof.ts';
import css from './set-up.module.css';

type Begun = CallData<typeof twoStepEndpoints.beginTotp>;

interface AppStepProps {
  /** `enableTwoStep` while two-step verification is set up: one proof then carries all parts. */
  readonly action: 'enableTwoStep' | 'addTotp';
  readonly onDone: () => void;
  readonly onBack: () => void;
  /** Chooses another second step; absent where the app itself is added. */
  readonly onOther?: () => void;
}

/** A key for an authenticator app, as a picture and as text, and its first code. */
export function AppStep({ action, onDone, onBack, onOther }: AppStepProps): ReactNode {
  const t = useT();
  const begun = useBegun(action, onBack);
  // A phone does not scan its own screen; it scans a tablet's.
  const isPhone = matchMedia(`(pointer: coarse) and (max-width: ${mobileBelow - 0.02}px)`).matches;
  const form: AppForm<{ readonly code: string }> = useAppForm({
    defaults: { code: '' },
    rules: { code: { rules: codeRules, normalize: clean.code } },
    onSubmit: async ({ code }) => {
      if (begun === undefined) throw aborted();
      try {
        const added = await withProof({ action }, () => call(twoStepEndpoints.finishTotp, { body: { id: begun.id, code } }));
        if (added === undefined) throw aborted();
        onDone();
      } catch (error) {
        if (!isRefusal(error, 'stepCodeWrong')) throw error;
        form.fail('code', 'wrong', 'step');
      }
    },
  });
  return (
    <FlowStep
      title={t(isPhone ? 'ts.addTo' : 'ts.scan')}
      lead={t(isPhone ? 'ts.addToD' : 'ts.scanD')}
      form={form}
      sendsItself
      onCancel={onBack}
      footer={onOther && <LinkButton onClick={onOther}>{t('ts.something')}</LinkButton>}
    >
      {begun === undefined ? <Skeleton /> : <Key begun={begun} isPhone={isPhone} />}
      <CodeSlots form={form} name="code" />
    </FlowStep>
  );
}

function Key({ begun: { secret, uri }, isPhone }: { readonly begun: Begun; readonly isPhone: boolean }): ReactNode {
  const t = useT();
  const [image, setImage] = useState<string>();
  const [isTyped, setTyped] = useState(false);
  useEffect(() => {
    if (isPhone) return undefined;
    let isGone = false;
    void import('uqr').then(({ renderSVG }) => {
      if (!isGone) setImage(`data:image/svg+xml,${encodeURIComponent(renderSVG(uri, { border: 1 }))}`);
    });
    return () => {
      isGone = true;
    };
  }, [uri, isPhone]);
  const groups = secret.match(/.{1,4}/g)?.join(' ') ?? secret;
  return (
    <div className={css['key']}>
      {isPhone ? (
        <ButtonLink variant="primary" size="lg" block href={uri}>
          {t('ts.openApp')}
        </ButtonLink>
      ) : (
        <span className={css['tile']}>{image !== undefined && <img src={image} width={200} height={200} alt={t('ts.qr')} />}</span>
      )}
      {isTyped ? (
        <p className={css['secret']}>
          <code>{groups}</code>
          <Button variant="text" size="sm" icon={copy} onClick={() => void copyText(secret, 'ts.keyCopied')}>
            {t('rc.copy')}
          </Button>
        </p>
      ) : (
        <LinkButton onClick={() => setTyped(true)}>{t(isPhone ? 'ts.keyInstead' : 'ts.key')}</LinkButton>
      )}
    </div>
  );
}

/** Begins once; without a proof the person goes back. */
function useBegun(action: AppStepProps['action'], onBack: () => void): Begun | undefined {
  const [begun, setBegun] = useState<Begun>();
  const isAsked = useRef(false);
  const begin = useEffectEvent(async () => {
    try {
      const made = await withProof({ action }, () => call(twoStepEndpoints.beginTotp, { body: {} }));
      if (made === undefined) onBack();
      else setBegun(made);
    } catch (error) {
      if (isRefusal(error, 'tooMany')) notify({ kind: 'error', text: translate('ts.appLimit', { n: limits.totpApps }) });
      else handleRefusal(error);
      onBack();
    }
  });
  useEffect(() => {
    if (isAsked.current) return;
    isAsked.current = true;
    void begin();
  }, []);
  return begun;
}

interface CodesStepProps {
  readonly action: 'enableTwoStep' | 'makeRecoveryCodes';
  readonly lead: string;
  readonly onDone: () => Promise<void>;
  readonly onBack: () => void;
  /** The codes are on screen, and nobody can read them again. */
  readonly onMade?: (() => void) | undefined;
}

/** New codes instead of the present ones. A page that has shown them makes no others when it is loaded again. */
export function NewCodes(props: Omit<CodesStepProps, 'onMade'>): ReactNode {
  const t = useT();
  const [isGone, setGone] = useState(useQuery().has('shown'));
  const to = (query: string): void => navigate(`${location.pathname}?${query}`, { replace: true });
  if (!isGone) return <CodesStep {...props} onMade={() => to('add=codes&shown')} />;
  const again = (): void => {
    to('add=codes');
    setGone(false);
  };
  return (
    <FlowStep title={t('rc.title')} lead={t('rc.gone')} onCancel={props.onBack} cancelLabel={t('btn.prev')}>
      <Button variant="primary" size="lg" block onClick={again}>
        {t('rc.new')}
      </Button>
    </FlowStep>
  );
}

/** Ten codes, shown once. They are saved before the person continues. */
export function CodesStep({ action, lead, onDone, onBack, onMade }: CodesStepProps): ReactNode {
  const t = useT();
  const codes = useCodes({ action, onBack, onMade });
  const form: AppForm<{ readonly saved: boolean }> = useAppForm({ defaults: { saved: false }, rules: {}, onSubmit: onDone });
  const { value: isSaved } = useField<{ readonly saved: boolean }, boolean>(form, 'saved');
  // A person who has taken them along has saved them.
  const save = (): void => form.set('saved', true);
  return (
    <FlowStep title={t('rc.saveT')} lead={lead}>
      {codes === undefined ? (
        <Skeleton />
      ) : (
        <>
          <ol className={css['codes']}>
            {codes.map((code) => (
              <li key={code}>
                <code>{code}</code>
              </li>
            ))}
          </ol>
          <div className={css['actions']}>
            <Button
              onClick={() => {
                download(codes);
                save();
              }}
            >
              {t('rc.save')}
            </Button>
            <Button onClick={() => void copyText(codes.join('\n'), 'rc.copied').then((isCopied) => isCopied && save())}>
              {t('rc.copy')}
            </Button>
            <Button
              onClick={() => {
                print();
                save();
              }}
            >
              {t('rc.print')}
            </Button>
          </div>
          <Stack>
            <CheckboxField form={form} name="saved" label={t('ts.saved')} />
            <Button variant="primary" size="lg" block disabled={!isSaved} busy={form.pending} onClick={form.submit}>
              {t('ts.finish')}
            </Button>
          </Stack>
        </>
      )}
    </FlowStep>
  );
}

/** Made once by this page: they cannot be read again. */
function useCodes({ action, onBack, onMade }: Pick<CodesStepProps, 'action' | 'onBack' | 'onMade'>): readonly string[] | undefined {
  const [codes, setCodes] = useState<readonly string[]>();
  const isAsked = useRef(false);
  const make = useEffectEvent(async () => {
    try {
      const made = await withProof({ action }, () => call(twoStepEndpoints.makeRecoveryCodes, { body: {} }));
      if (made === undefined) return onBack();
      setCodes(made.codes);
      onMade?.();
    } catch (error) {
      handleRefusal(error);
      onBack();
    }
  });
  useEffect(() => {
    if (isAsked.current) return;
    isAsked.current = true;
    void make();
  }, []);
  return codes;
}

/** False if the browser refuses: the text can still be selected by hand. */
async function copyText(text: string, done: 'ts.keyCopied' | 'rc.copied'): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    notify({ kind: 'success', text: translate(done) });
    return true;
  } catch {
    return false;
  }
}

function download(codes: readonly string[]): void {
  const link = document.createElement('a');
  link.href = `data:text/plain;charset=utf-8,${encodeURIComponent(`${codes.join('\n')}\n`)}`;
  link.download = 'recovery-codes.txt';
  link.click();
}
