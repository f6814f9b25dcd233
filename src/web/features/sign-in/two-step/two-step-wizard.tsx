import { useState, type ReactNode } from 'react';
import { twoStepEndpoints } from '#contract/sign-in/two-step/two-step.ts';
import { call } from '#web/lib/api/api.ts';
import { appConfig } from '#web/lib/page/app-config.ts';
import { translate, useT } from '#web/lib/texts/i18n.tsx';
import { notify } from '#web/lib/page/notify.ts';
import { navigate, useQuery } from '#web/lib/page/router.ts';
import { Card } from '#web/ui/layout/card.tsx';
import { FlowPage, FlowStep } from '#web/ui/flow/flow.tsx';
import { StepCount } from '#web/ui/flow/step-count.tsx';
import { fingerprintPattern, mail, shieldCheck, smartphone } from '#web/ui/marks/icons.ts';
import { Row, Rows } from '#web/ui/layout/rows.tsx';
import { useAccount } from '#web/widgets/account/account.ts';
import { withProof } from '#web/widgets/identity-proof/proof.ts';
import { AppStep, CodesStep, NewCodes } from './set-up.tsx';
import css from './set-up.module.css';
import { refreshTwoStep } from './two-step.ts';

type Chosen = 'app' | 'sms' | 'email' | 'passkey';

/**
 * Switches two-step verification on in two steps: set up, save the codes. Nothing changes before the last one.
 * `?add=app` adds one more app, and `?add=codes` makes new codes. `back` is the page with the lists.
 */
export function TwoStepWizard({ back }: { readonly back: string }): ReactNode {
  const t = useT();
  const adding = useQuery().get('add');
  // An authenticator app, unless the person chooses something else.
  const [chosen, setChosen] = useState<Chosen | undefined>('app');
  const [isSetUp, setSetUp] = useState(false);
  const leave = (): void => navigate(back, { replace: true });
  const done = (text: 'ts.appAdded' | 'ts.done' | undefined): void => {
    if (text !== undefined) notify({ kind: 'success', text: translate(text) });
    void refreshTwoStep();
    leave();
  };

  async function finish(): Promise<void> {
    const body = { codes: 'saved' as const, ...(chosen === 'sms' && { sms: true }), ...(chosen === 'email' && { email: true }) };
    const on = await withProof({ action: 'enableTwoStep' }, () => call(twoStepEndpoints.enableTwoStep, { body }));
    if (on === undefined) return;
    notify({ kind: 'success', text: translate('ts.done') });
    await refreshTwoStep(on.account);
    leave();
  }

  if (adding === 'app')
    return <InCard onLeave={leave}>{<AppStep action="addTotp" onDone={() => done('ts.appAdded')} onBack={leave} />}</InCard>;
  if (adding === 'codes') {
    return (
      <InCard onLeave={leave}>
        <NewCodes
          action="makeRecoveryCodes"
          lead={`${t('rc.lead')} ${t('rc.oldStop')}`}
          onDone={() => Promise.resolve(done(undefined))}
          onBack={leave}
        />
      </InCard>
    );
  }
  return (
    <InCard onLeave={leave}>
      <StepCount label={t('ts.stepOf', { n: isSetUp ? 2 : 1 })} part={isSetUp ? 1 : 0.5} />
      {chosen === undefined ? (
        <ChooseStep
          onChoose={(next) => {
            setChosen(next);
            setSetUp(next !== 'app');
          }}
        />
      ) : isSetUp ? (
        <CodesStep action="enableTwoStep" lead={t('rc.lead')} onDone={finish} onBack={leave} />
      ) : (
        <AppStep action="enableTwoStep" onDone={() => setSetUp(true)} onBack={leave} onOther={() => setChosen(undefined)} />
      )}
    </InCard>
  );
}

function InCard({ children, onLeave }: { readonly children: ReactNode; readonly onLeave: () => void }): ReactNode {
  return (
    <Card pad className={css['wizard']}>
      <FlowPage inCard onLeave={onLeave}>
        {children}
      </FlowPage>
    </Card>
  );
}

/** A message is offered last: its codes go to any holder of the number or the mailbox. */
function ChooseStep({ onChoose }: { readonly onChoose: (chosen: Chosen) => void }): ReactNode {
  const t = useT();
  const { data: account } = useAccount();
  return (
    <FlowStep title={t('ts.choose')}>
      <Rows inStep>
        {account !== undefined && account.passkeys > 0 && (
          <Row icon={fingerprintPattern} title={t('pk.one')} note={t('pk.fact')} onClick={() => onChoose('passkey')} />
        )}
        <Row icon={shieldCheck} title={t('ts.app')} note={t('ts.appNote')} onClick={() => onChoose('app')} />
        {account !== undefined && account.encryptPhoneNumber !== '' && appConfig().features.twoStepSms && (
          <Row icon={smartphone} title={t('ts.sms')} note={t('ts.smsNote')} onClick={() => onChoose('sms')} />
        )}
        {account !== undefined && account.encryptEmail !== '' && (
          <Row icon={mail} title={t('ts.email')} note={t('ts.emailNote')} onClick={() => onChoose('email')} />
        )}
      </Rows>
    </FlowStep>
  );
}
