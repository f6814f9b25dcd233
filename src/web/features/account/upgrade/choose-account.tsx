import { useEffect, useState, type ReactNode } from 'react';
import { upgradeEndpoints } from '#contract/account/upgrade/upgrade.ts';
import type { AccountCard, UpgradePreview } from '#contract/account/upgrade/upgrade.schemas.ts';
import { call } from '#web/lib/api/api.ts';
import { useT } from '#web/lib/texts/i18n.tsx';
import { navigate, useRoutePath } from '#web/lib/page/router.ts';
import { notify } from '#web/lib/page/notify.ts';
import { handleRefusal } from '#web/lib/api/refusals.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Dialog } from '#web/ui/feedback/dialog.tsx';
import { FormShell, useAppForm } from '#web/ui/form/form.tsx';
import { RadioField } from '#web/ui/form/fields/radio-field.tsx';
import { useFieldValue } from '#web/ui/form/use-field.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { forgetUpgrade, keepUpgrade, upgradePage, upgradeVisit } from '#web/widgets/upgrade/upgrade-visit.ts';
import { Question } from '#web/widgets/page/question.tsx';
import { AccountLine, LegacyLine } from './cards.tsx';
import { useStartAgain } from './upgrade-calls.ts';
import css from './upgrade.module.css';

/** The possible targets of the legacy account, one of them chosen. */
export function ChooseAccount({ preview, onAlone }: { readonly preview: UpgradePreview; readonly onAlone: () => void }): ReactNode {
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
export function stepOf(target: AccountCard | undefined): 'verify' | 'confirm' {
  return target?.isOwn === false && !target.isProven ? 'verify' : 'confirm';
}

/** The legacy account of this upgrade. The person can disown it: then the phone or email is free for a registration. */
export function LegacyStrip({ preview }: { readonly preview: UpgradePreview }): ReactNode {
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
