import { useEffect, useState, type ReactNode } from 'react';
import type { AccountCard, UpgradePreview } from '#contract/account/upgrade/upgrade.schemas.ts';
import { useT } from '#web/lib/texts/i18n.tsx';
import { navigate, useParams, useRoutePath } from '#web/lib/page/router.ts';
import { RefusalError } from '#web/lib/api/refusal-error.ts';
import { handleRefusal, refusalText } from '#web/lib/api/refusals.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { AuthCard } from '#web/ui/layout/auth-card.tsx';
import { ErrorCard } from '#web/ui/feedback/error-card.tsx';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { Stepper } from '#web/ui/controls/stepper.tsx';
import { keepUpgrade, upgradePage, upgradeVisit, forgetUpgrade } from '#web/widgets/upgrade/upgrade-visit.ts';
import { ConfirmMerge } from './confirm-merge.tsx';
import { NewAccount } from './new-account.tsx';
import { FindLegacy, ProveForm } from './prove-step.tsx';
import { previewUpgrade, startedAgain, useStartAgain } from './upgrade-calls.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { AccountLine, LegacyLine } from './cards.tsx';
import { upgradeEndpoints } from '#contract/account/upgrade/upgrade.ts';
import { call } from '#web/lib/api/api.ts';
import { notify } from '#web/lib/page/notify.ts';
import { Dialog } from '#web/ui/feedback/dialog.tsx';
import { FormShell, useAppForm } from '#web/ui/form/form.tsx';
import { RadioField } from '#web/ui/form/fields/radio-field.tsx';
import { useFieldValue } from '#web/ui/form/use-field.ts';
import { Question } from '#web/widgets/page/question.tsx';
import css from './upgrade.module.css';

const steps = ['account', 'verify', 'confirm'] as const;

/** The upgrade or merge of a legacy account, one page per step (brief 4.9). Choices and proofs are kept for the tab. */
export function UpgradeSteps(): ReactNode {
  const t = useT();
  const { step = '' } = useParams();
  const path = useRoutePath();
  const [start, verify, confirm] = [upgradePage('account', path), upgradePage('verify', path), upgradePage('confirm', path)];
  const { preview, isSearching, failure, again } = usePreview();
  const current = steps.findIndex((name) => name === step);
  // A later step without its preceding steps.
  const isLost = current > 0 && (isSearching || preview?.target === null);
  const isProvenHere = step === 'verify' && preview?.target?.isOwn === true;
  const isUnproven = step === 'confirm' && preview?.target != null && stepOf(preview.target) === 'verify';
  useEffect(() => {
    if (isLost) navigate(start, { replace: true });
    else if (isProvenHere) navigate(confirm, { replace: true });
    else if (isUnproven) navigate(verify, { replace: true });
  }, [isLost, isProvenHere, isUnproven, start, confirm, verify]);

  const stepper = <Stepper label={t('title.ownership')} steps={[t('up.s1'), t('up.s3'), t('up.s2')]} current={current} />;
  if (isSearching && !isLost) {
    return (
      <AuthCard wide title={t('title.ownership')} lead={t(upgradeVisit().own.length > 0 ? 'up.own' : 'up.find')} above={stepper}>
        <FindLegacy onFound={again} />
      </AuthCard>
    );
  }
  if (preview === undefined || isLost) {
    return (
      <AuthCard wide title={t('title.ownership')} above={stepper}>
        {failure === undefined ? <Skeleton /> : <ErrorCard reason={failure} onRetry={again} />}
      </AuthCard>
    );
  }
  const { accounts, target } = preview;
  if (current > 0 && target !== null) {
    const isProof = step === 'verify';
    return (
      <AuthCard wide title={t(isProof ? 'up.s3' : 'up.s2')} lead={isProof ? t('up.verify') : undefined} above={stepper}>
        {isProof ? <VerifyTarget target={target} /> : <ConfirmMerge preview={preview} target={target} />}
      </AuthCard>
    );
  }
  if (accounts.length === 0 || upgradeVisit().isAlone) {
    const back = (): void => {
      keepUpgrade({ isAlone: false });
      again();
    };
    const { needsContact } = preview;
    const footer = accounts.length > 0 && (
      <Button variant="text" size="lg" block quiet onClick={back}>
        {t('btn.prev')}
      </Button>
    );
    return (
      <AuthCard wide title={t('home.upgrade.h')} lead={t(needsContact ? 'up.confirm' : 'home.upgrade.b')}>
        <LegacyStrip preview={preview} />
        {needsContact ? (
          <ProveForm contact="" submitLabel={t('btn.continue')} owner={preview.legacy} footer={footer} onProven={again} />
        ) : (
          <NewAccount preview={preview} footer={footer} />
        )}
      </AuthCard>
    );
  }
  return (
    <AuthCard wide title={t('title.ownership')} lead={t('ex.upgrade')} above={stepper}>
      <LegacyStrip preview={preview} />
      <ChooseAccount preview={preview} onAlone={again} />
    </AuthCard>
  );
}

interface Loading {
  readonly preview: UpgradePreview | undefined;
  readonly isSearching: boolean;
  /** Why there is no preview, in words. */
  readonly failure: string | undefined;
  readonly again: () => void;
}

/** The effects of the upgrade, loaded for each step: only the server knows the valid proofs. */
function usePreview(): Loading {
  const { startAgain } = useStartAgain();
  const path = useRoutePath();
  const [preview, setPreview] = useState<UpgradePreview>();
  const [isSearching, setSearching] = useState(false);
  const [failure, setFailure] = useState<string>();
  const [round, setRound] = useState(0);
  const again = (): void => setRound((count) => count + 1);

  useEffect(() => {
    addEventListener(startedAgain, again);
    return () => removeEventListener(startedAgain, again);
  }, []);

  useEffect(() => {
    let isWanted = true;
    const isNew = upgradeVisit().legacyId === '';
    setSearching(isNew);
    setPreview(undefined);
    setFailure(undefined);
    if (isNew) return undefined;
    previewUpgrade().then(
      (loaded) => {
        if (isWanted) setPreview(loaded);
      },
      (error: unknown) => {
        if (!isWanted || startAgain(error)) return;
        handleRefusal(error);
        if (error instanceof RefusalError) setFailure(refusalText(error));
      },
    );
    return () => {
      isWanted = false;
    };
    // oxlint-disable-next-line react/exhaustive-deps -- requested for each page and round, not for each render
  }, [path, round]);

  return { preview, isSearching, failure, again };
}

/** The code that proves the target; the choices and the confirmation follow. */
function VerifyTarget({ target }: { readonly target: AccountCard }): ReactNode {
  const t = useT();
  const confirm = upgradePage('confirm', useRoutePath());
  const { orStartAgain } = useStartAgain();
  const [isOther, setOther] = useState(false);

  async function goOn(): Promise<void> {
    const { target: shown } = await previewUpgrade();
    setOther(shown?.isProven !== true);
    if (shown?.isProven === true) navigate(confirm, { replace: true });
  }

  return (
    <>
      <section className={css['strip']} aria-label={t('up.to')}>
        <AccountLine card={target} plain />
      </section>
      {isOther && <Notice tone="danger">{t('up.other')}</Notice>}
      <ProveForm contact="" owner={target} submitLabel={t('btn.confirm')} onProven={() => orStartAgain(goOn)} />
    </>
  );
}

/** The possible targets of the legacy account, one of them chosen. */
function ChooseAccount({ preview, onAlone }: { readonly preview: UpgradePreview; readonly onAlone: () => void }): ReactNode {
  const t = useT();
  const path = useRoutePath();
  const [isAsking, setAsking] = useState(false);
  const { accounts } = preview;
  const [kept] = useState(() => upgradeVisit().target);
  const form = useAppForm({
    defaults: { target: accounts.some(({ target }) => target === kept) ? kept : (accounts[0]?.target ?? '') },
    rules: {},
    onSubmit: ({ target }) => {
      if (target !== upgradeVisit().target) keepUpgrade({ target, choices: {} });
      navigate(upgradePage(stepOf(accounts.find((card) => card.target === target)), path));
    },
  });
  // A choice that is not yet sent also survives a reload.
  const chosen = useFieldValue(form, 'target');
  useEffect(() => {
    if (chosen !== upgradeVisit().target) keepUpgrade({ target: chosen, choices: {} });
  }, [chosen]);
  return (
    <>
      <FormShell
        form={form}
        submitLabel={t('btn.continue')}
        footer={
          <Button variant="text" size="lg" block quiet onClick={() => setAsking(true)}>
            {t('up.notMine')}
          </Button>
        }
      >
        <RadioField
          form={form}
          name="target"
          label={t('up.to')}
          options={accounts.map((card) => ({ value: card.target, label: <AccountLine card={card} /> }))}
        />
        <Notice tone="warning" title={t('ex.merge')}>
          {t('up.words')}
        </Notice>
      </FormShell>
      <Dialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title={t('up.notMine')}
        lead={t('ex.signupOther')}
        actions={
          <>
            <Button onClick={() => setAsking(false)}>{t('btn.cancel')}</Button>
            <Button
              variant="primary"
              onClick={() => {
                setAsking(false);
                keepUpgrade({ isAlone: true });
                onAlone();
              }}
            >
              {t('up.new')}
            </Button>
          </>
        }
      />
    </>
  );
}

/** The account of this session is proven over the page that confirms; any other one that is not proven yet, before it. */
function stepOf(target: AccountCard | undefined): 'verify' | 'confirm' {
  return target?.isOwn === false && !target.isProven ? 'verify' : 'confirm';
}

/** The legacy account of this upgrade. The person can disown it: then the phone or email is free for a registration. */
function LegacyStrip({ preview }: { readonly preview: UpgradePreview }): ReactNode {
  const t = useT();
  const { startAgain } = useStartAgain();
  const [isAsking, setAsking] = useState(false);

  async function release(): Promise<void> {
    const { legacyId, tickets } = upgradeVisit();
    await call(upgradeEndpoints.bindLegacyAccount, { body: { step: 'release', legacyId, tickets: [...tickets] } });
    forgetUpgrade();
    notify({ kind: 'success', text: t('up.released') });
    navigate('/register', { replace: true });
  }

  return (
    <section className={css['strip']} aria-label={t('up.from')}>
      <LegacyLine card={preview.legacy} />
      <Button variant="text" size="sm" quiet onClick={() => setAsking(true)}>
        {t('up.release')}
      </Button>
      <Question
        open={isAsking}
        onClose={() => setAsking(false)}
        title={t('up.release.h')}
        lead={t('up.release.b')}
        verb={t('up.release.btn')}
        act={release}
        onRefusal={(error) => {
          setAsking(false);
          if (!startAgain(error)) handleRefusal(error);
        }}
      />
    </section>
  );
}
