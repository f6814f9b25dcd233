import { useEffect, useState, type ReactNode } from 'react';
import { familyEndpoints } from '#contract/rights/family/family.ts';
import { required } from '#contract/rules/rule.ts';
import { guardianRefusals, guardianRelations, type GuardianRefusal } from '#contract/vocabulary/children.ts';
import { languageFacts } from '#contract/vocabulary/languages.ts';
import { call } from '#web/lib/api/api.ts';
import { useLanguage, useT } from '#web/lib/texts/i18n.tsx';
import { isRefusal, RefusalError } from '#web/lib/api/refusal-error.ts';
import { handleRefusal, refusalText } from '#web/lib/api/refusals.ts';
import { calendarDayText, shortDayText } from '#web/lib/texts/time-text.ts';
import { Avatar } from '#web/ui/layout/avatar.tsx';
import { Button, ButtonLink } from '#web/ui/controls/button.tsx';
import { AuthCard } from '#web/ui/layout/auth-card.tsx';
import { ErrorCard } from '#web/ui/feedback/error-card.tsx';
import { FormShell, useAppForm } from '#web/ui/form/form.tsx';
import { RadioField } from '#web/ui/form/fields/radio-field.tsx';
import { TextField } from '#web/ui/form/fields/text-field.tsx';
import { Icon } from '#web/ui/marks/icon.tsx';
import { check, eye } from '#web/ui/marks/icons.ts';
import { Link } from '#web/ui/controls/link.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { forgetMailedToken, useMailedToken } from '#web/widgets/mailed-links/mailed-token.ts';
import { withProof } from '#web/widgets/identity-proof/proof.ts';
import type { Invitation } from './family.ts';
import css from './guardian-card.module.css';

type Step =
  | { readonly as: 'opening' | 'signIn' | 'type' | 'gone' }
  | { readonly as: 'question'; readonly invitation: Invitation }
  | { readonly as: 'agreed' | 'refused'; readonly name: string }
  | { readonly as: 'unfit'; readonly because: GuardianRefusal }
  | { readonly as: 'failed'; readonly error: RefusalError };

/** The page that the link of a child opens: what an adult agrees to. Opening it decides nothing. */
export function GuardianCard(): ReactNode {
  const token = useMailedToken('guardian');
  return <OneInvitation key={token} token={token} />;
}

function OneInvitation({ token }: { readonly token: string | undefined }): ReactNode {
  const t = useT();
  const [typed, setTyped] = useState('');
  const [tries, setTries] = useState(0);
  const [step, setStep] = useState<Step>({ as: 'opening' });
  const invitation = typed || token;
  useEffect(() => {
    if (invitation === undefined) return;
    let isCurrent = true;
    void openStep(invitation).then((opened) => {
      if (!isCurrent) return;
      // A dead link is of no use later: the next visit asks for a code.
      if (opened.as === 'gone') forgetMailedToken('guardian');
      setStep(opened);
    });
    return () => {
      isCurrent = false;
    };
  }, [invitation, tries]);

  function end(next: Step): void {
    forgetMailedToken('guardian');
    setStep(next);
  }

  function typeCode(): void {
    setTyped('');
    end({ as: 'type' });
  }

  switch (step.as) {
    case 'opening':
      return (
        <AuthCard wide title={t('gd.title')}>
          <Skeleton rows={4} />
        </AuthCard>
      );
    case 'failed':
      return <ErrorCard reason={refusalText(step.error)} onRetry={() => setTries(tries + 1)} />;
    case 'signIn':
      return (
        <AuthCard title={t('gd.title')} lead={t('gd.signIn')}>
          <ButtonLink variant="primary" size="lg" block href="/login?redirect=%2Fguardian">
            {t('si.btn')}
          </ButtonLink>
        </AuthCard>
      );
    case 'type':
      return <TypedCode onCode={setTyped} />;
    case 'gone':
      return (
        <AuthCard title={t('gd.title')} lead={t('gd.gone')}>
          <Button size="lg" block onClick={() => typeCode()}>
            {t('gd.typeOther')}
          </Button>
        </AuthCard>
      );
    case 'unfit':
      return (
        <AuthCard title={t('gd.unfit')} lead={t(`gd.b.${step.because}`)}>
          <ToFamily />
        </AuthCard>
      );
    case 'refused':
      return (
        <AuthCard title={t('gd.refused')} lead={t('gd.refusedSub', { name: step.name })}>
          <ToFamily />
        </AuthCard>
      );
    case 'agreed':
      return (
        <AuthCard title={t('gd.agreed', { name: step.name })} lead={t('gd.agreedSub')}>
          <ToFamily />
        </AuthCard>
      );
    case 'question':
      return <Question invitation={step.invitation} token={invitation ?? ''} onEnd={end} />;
  }
}

/** Nothing here is a dead end. */
function ToFamily(): ReactNode {
  const t = useT();
  return (
    <ButtonLink variant="primary" size="lg" block href="/family">
      {t('gd.family')}
    </ButtonLink>
  );
}

async function openStep(invitation: string): Promise<Step> {
  if (invitation === '') return { as: 'type' };
  try {
    return { as: 'question', invitation: await call(familyEndpoints.openInvitation, { body: { invitation } }) };
  } catch (error) {
    if (!(error instanceof RefusalError)) throw error;
    const { data } = error;
    if (isRefusal(error, 'unauthorized', 'overtime')) return { as: 'signIn' };
    if (isRefusal(error, 'tokenError')) return { as: 'gone' };
    const because = guardianRefusals.find((one) => one === data['because']);
    return because === undefined ? { as: 'failed', error } : { as: 'unfit', because };
  }
}

function TypedCode({ onCode }: { readonly onCode: (code: string) => void }): ReactNode {
  const t = useT();
  const form = useAppForm<{ readonly code: string }>({
    defaults: { code: '' },
    rules: { code: { rules: [] } },
    onSubmit: async ({ code }) => {
      if (code.trim() !== '') onCode(code.trim());
    },
  });
  return (
    <AuthCard title={t('gd.title')} lead={t('gd.typeSub')}>
      <FormShell form={form} submitLabel={t('gd.open')}>
        <TextField form={form} name="code" label={t('gd.typed')} input={{ placeholder: '7K2Q-9DMX', autoComplete: 'off' }} />
      </FormShell>
    </AuthCard>
  );
}

function ChildLine({ avatar, name, birthYear }: { readonly avatar: string; readonly name: string; readonly birthYear: string }): ReactNode {
  const t = useT();
  return (
    <div className={css['child']}>
      <Avatar src={avatar} size="l" />
      <span>
        <b>{name}</b>
        <span>{t('gd.born', { year: birthYear })}</span>
      </span>
    </div>
  );
}

interface QuestionProps {
  readonly invitation: Invitation;
  readonly token: string;
  readonly onEnd: (next: Step) => void;
}

const can = ['signIn', 'apps', 'name'] as const;
const sees = ['apps', 'dates', 'copy'] as const;

/** Neither answer to "who are you" is chosen before, and both buttons are of one size. */
function Question({ invitation, token, onEnd }: QuestionProps): ReactNode {
  const t = useT();
  const { quotes } = languageFacts[useLanguage()];
  const [refusing, setRefusing] = useState(false);
  const { nickname: name, birthYear, avatar, version, region, dueAt, endsOn, sameBrowser } = invitation;
  const form = useAppForm<{ readonly relation: string }>({
    defaults: { relation: '' },
    rules: { relation: { rules: [required], words: { required: 'gd.relation.required' } } },
    onSubmit: async (values) => {
      const relation = guardianRelations.find((one) => one === values.relation);
      if (relation === undefined) return;
      const body = { invitation: token, relation, version };
      const agreed = await withProof({ action: 'consentForChild' }, () => call(familyEndpoints.consentForChild, { body }));
      if (agreed !== undefined) onEnd({ as: 'agreed', name });
    },
    onRefusal: (error) => {
      if (!isRefusal(error, 'tokenError')) return false;
      onEnd({ as: 'gone' });
      return true;
    },
  });

  async function refuse(): Promise<void> {
    setRefusing(true);
    try {
      await call(familyEndpoints.refuseForChild, { body: { invitation: token } });
      onEnd({ as: 'refused', name });
    } catch (error) {
      setRefusing(false);
      if (isRefusal(error, 'tokenError')) onEnd({ as: 'gone' });
      else handleRefusal(error);
    }
  }

  return (
    <AuthCard
      wide
      above={<ChildLine avatar={avatar} name={name} birthYear={birthYear} />}
      title={t('gd.h', { name })}
      lead={dueAt === null ? undefined : t('gd.until', { date: shortDayText(dueAt) })}
    >
      <div className={css['stack']}>
        {sameBrowser && <Notice>{t('gd.sameDevice', { name })}</Notice>}
        <Consequences name={name} endsOn={endsOn} />
        <FormShell
          form={form}
          footer={
            <div className={css['answers']}>
              <Button size="lg" block busy={refusing} onClick={() => void refuse()}>
                {t('gd.refuse')}
              </Button>
              <Button type="submit" variant="primary" size="lg" block busy={form.pending}>
                {t('gd.agree')}
              </Button>
            </div>
          }
        >
          <RadioField
            form={form}
            name="relation"
            label={t('gd.relation')}
            columns={2}
            options={[
              { value: 'parent', label: t('gd.parent') },
              { value: 'guardian', label: t('gd.legal') },
            ]}
          />
          <p className={css['note']}>
            {t('gd.accepts', { version })}{' '}
            <Link variant="inline" href={`/agreement/child?version=${version}&region=${region}`} newTab>
              {quotes.join(t('title.childAgreement'))}
            </Link>
          </p>
          <p className={css['note']}>{t('gd.next')}</p>
        </FormShell>
      </div>
    </AuthCard>
  );
}

/** Consequences of a consent. */
function Consequences({ name, endsOn }: Pick<QuestionProps['invitation'], 'endsOn'> & { readonly name: string }): ReactNode {
  const t = useT();
  return (
    <>
      <div className={css['lists']}>
        <List title={t('gd.can', { name })} icon={check} lines={can.map((one) => t(`gd.can.${one}`))} />
        <List title={t('gd.see')} icon={eye} lines={sees.map((one) => t(`gd.see.${one}`))} />
      </div>
      <p className={css['note']}>
        {t('gd.not', { name })} {t('gd.back', { date: calendarDayText(endsOn), name })}
      </p>
    </>
  );
}

function List({ title, icon, lines }: { readonly title: string; readonly icon: string; readonly lines: readonly string[] }): ReactNode {
  return (
    <section>
      <h2>{title}</h2>
      <ul>
        {lines.map((line) => (
          <li key={line}>
            <Icon of={icon} size={18} />
            <span>{line}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
