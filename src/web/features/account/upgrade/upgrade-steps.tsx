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
import { keepUpgrade, upgradePage, upgradeVisit } from '#web/widgets/upgrade/upgrade-visit.ts';
import { ChooseAccount, LegacyStrip, stepOf } from './choose-account.tsx';
import { ConfirmMerge } from './confirm-merge.tsx';
import { NewAccount } from './new-account.tsx';
import { FindLegacy, ProveForm } from './prove-step.tsx';
import { previewUpgrade, startedAgain, useStartAgain } from './upgrade-calls.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { AccountLine } from './cards.tsx';
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
