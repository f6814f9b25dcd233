import { useRef, useState, type ReactNode, type RefObject } from 'react';
import { languageFacts } from '#contract/vocabulary/languages.ts';
import { useLanguage, useT, type MessageKey } from '#web/lib/texts/i18n.tsx';
import { useLayout } from '#web/lib/page/layout.ts';
import { shortDayText } from '#web/lib/texts/time-text.ts';
import { announce } from '#web/ui/feedback/announce.tsx';
import { Button } from '#web/ui/controls/button.tsx';
import { classes } from '#web/ui/classes.ts';
import { Dialog, type Opened } from '#web/ui/feedback/dialog.tsx';
import { CheckboxField } from '#web/ui/form/fields/checkbox-field.tsx';
import { FormShell } from '#web/ui/form/form.tsx';
import { Hidden } from '#web/ui/feedback/hidden.tsx';
import { Icon } from '#web/ui/marks/icon.tsx';
import { circleCheck, circleX, cloud, layoutGrid, link, triangleExclamationPoint } from '#web/ui/marks/icons.ts';
import { Link } from '#web/ui/controls/link.tsx';
import { LinkButton } from '#web/ui/controls/link-button.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { LegalText, type Agreement } from '#web/widgets/agreements/legal-text.tsx';
import { MaskedTargetText } from '#web/widgets/contacts/masked-target-text.tsx';
import type { DraftForm } from './deletion-draft.ts';
import type { DeletionCheck } from './deletion-request.ts';
import { SupportEmail } from './support-email.tsx';
import css from './deletion-wizard.module.css';

interface StatementStepProps {
  readonly check: DeletionCheck;
  readonly agreement: Agreement;
  readonly form: DraftForm;
  readonly onCancel: () => void;
}

/** Meaning of a deletion, whether it is possible now, and the tick. */
export function StatementStep({ check, agreement, form, onCancel }: StatementStepProps): ReactNode {
  const t = useT();
  const [isReading, setReading] = useState(false);
  const obstacle = useRef<HTMLLIElement>(null);
  const [before, after] = t('dl.agree', { agreement: '\n' }).split('\n');

  /** Where something is in the way, continuing leads to the reason. */
  function showObstacle(): void {
    obstacle.current?.focus();
    announce(t('msg.pwdRecent'));
  }

  return (
    <>
      <div className={css['part']}>
        <Warning />
      </div>
      <Losses check={check} />
      <Course />
      <div className={css['part']}>
        <h2>{t('dl.check')}</h2>
        <PasswordAge check={check} place={obstacle} />
        <div className={css['agreement']}>
          <FormShell form={form}>
            <CheckboxField
              form={form}
              name="agreement"
              label={
                <>
                  {before}
                  <LinkButton onClick={() => setReading(true)}>{t('dl.agreement')}</LinkButton>
                  {after}
                </>
              }
            />
          </FormShell>
        </div>
      </div>
      <div className={css['actions']}>
        <Button onClick={onCancel}>{t('btn.cancel')}</Button>
        {check.eligible ? (
          <Button variant="primary" type="submit" form={form.id}>
            {t('btn.continue')}
          </Button>
        ) : (
          <Button onClick={showObstacle}>{t('btn.continue')}</Button>
        )}
      </div>
      <AgreementDialog agreement={agreement} open={isReading} onClose={() => setReading(false)} />
    </>
  );
}

function Warning(): ReactNode {
  const t = useT();
  const { space } = languageFacts[useLanguage()];
  return (
    <Notice tone="danger" icon={triangleExclamationPoint} title={t('dl.h')}>
      {t('ex.del.irrecoverable')}
      {space}
      {t('ex.del.support')} <SupportEmail />
    </Notice>
  );
}

/** Under which loss the server's holdings are counted. */
const losses = [
  { icon: link, text: 'dl.l1', holdings: ['signInMethods', 'socialAccounts'] },
  { icon: layoutGrid, text: 'dl.l2', holdings: ['apps', 'devices'] },
  { icon: cloud, text: 'dl.l3', holdings: [] },
] as const;

const holdingTexts = {
  signInMethods: 'dl.has.signInMethods',
  socialAccounts: 'dl.has.socialAccounts',
  apps: 'dl.has.apps',
  devices: 'dl.has.devices',
} as const satisfies Readonly<Record<string, MessageKey>>;

function Losses({ check }: { readonly check: DeletionCheck }): ReactNode {
  const t = useT();
  const layout = useLayout();
  return (
    <div className={css['part']}>
      <h2>{t('dl.lose')}</h2>
      <ul className={css['list']}>
        {losses.map(({ icon, text, holdings }) => {
          const counted = holdings.flatMap((kind) => {
            const n = check.holdings.find((each) => each.kind === kind)?.count ?? 0;
            return n === 0 ? [] : [t(holdingTexts[kind], { n })];
          });
          return (
            <li key={text}>
              <Icon of={icon} />
              <span>
                {t(text)}
                {counted.length > 0 && <small>{counted.join(' · ')}</small>}
              </span>
            </li>
          );
        })}
      </ul>
      <p className={css['first']}>
        <Link href={dataPages[layout]}>{t('ex.first')}</Link>
      </p>
    </div>
  );
}

/** Where a copy of the data begins. */
const dataPages = { desktop: '/pc-data', mobile: '/mobile-data' } as const;

const course = [
  { when: 'dl.t0', what: 'dl.t0b' },
  { when: 'dl.t1', what: 'dl.t1b' },
  { when: 'dl.t2', what: 'dl.t2b' },
] as const;

function Course(): ReactNode {
  const t = useT();
  return (
    <div className={css['part']}>
      <h2>{t('dl.how')}</h2>
      <ol className={css['course']}>
        {course.map(({ when, what }) => (
          <li key={when}>
            <strong>{t(when)}</strong>
            <span>{t(what)}</span>
          </li>
        ))}
      </ol>
    </div>
  );
}

function PasswordAge({ check, place }: { readonly check: DeletionCheck; readonly place: RefObject<HTMLLIElement | null> }): ReactNode {
  const t = useT();
  const { space } = languageFacts[useLanguage()];
  const blocker = check.blockers.find((each) => each.blocker === 'passwordChangedRecently');
  const isMet = blocker === undefined;
  // Offered only to an owner without a phone.
  const mail = check.methods.find(({ method }) => method === 'email');
  return (
    <ul className={css['list']}>
      <li ref={place} tabIndex={-1} className={classes(isMet ? css['met'] : css['unmet'])}>
        <Icon of={isMet ? circleCheck : circleX} />
        <span>
          {t('dl.c1')} <Hidden>{t(isMet ? 'dl.met' : 'dl.unmet')}</Hidden>
          {blocker !== undefined && (
            <small>
              {t('msg.pwdRecent')}
              {' · '}
              {t('dl.from', { date: shortDayText(blocker.eligibleAt) })}
              {space}
              {mail !== undefined && <MaskedTargetText text="dl.byMail" gap="target" masked={mail.target} />}
            </small>
          )}
        </span>
      </li>
    </ul>
  );
}

interface AgreementDialogProps extends Opened {
  readonly agreement: Agreement;
}

/** Text of the agreement, in full. */
function AgreementDialog({ agreement, open, onClose }: AgreementDialogProps): ReactNode {
  const t = useT();
  return (
    <Dialog
      open={open}
      onClose={onClose}
      size="default"
      isText
      title={t('title.deletionAgreement')}
      actions={
        <Button variant="primary" onClick={onClose}>
          {t('btn.ok')}
        </Button>
      }
    >
      <LegalText agreement={agreement} />
    </Dialog>
  );
}
