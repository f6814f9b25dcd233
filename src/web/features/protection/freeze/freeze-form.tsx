import { useState, type ReactNode } from 'react';
import { clean } from '#contract/rules/clean.ts';
import { containmentEndpoints } from '#contract/protection/freeze/freeze.ts';
import { contactRules } from '#contract/rules/account.ts';
import { codeRules } from '#contract/rules/code.ts';
import { freezeReasons, type FreezeReason } from '#contract/protection/freeze/incidents.words.ts';
import { call } from '#web/lib/api/api.ts';
import { useT } from '#web/lib/texts/i18n.tsx';
import { changePerson } from '#web/lib/person/person-state.ts';
import { RefusalError } from '#web/lib/api/refusal-error.ts';
import { AuthCard } from '#web/ui/layout/card.tsx';
import { FormShell, useAppForm, type AppForm } from '#web/ui/form/form.tsx';
import { RadioField } from '#web/ui/form/fields/radio-field.tsx';
import { CodeField } from '#web/widgets/codes/code-field.tsx';
import { AccountField } from '#web/widgets/contacts/account-field.tsx';
import { textsAbout } from '#web/widgets/contacts/texts-about.ts';
import { FrozenCard, type FreezeResult } from '#web/widgets/freeze/frozen-card.tsx';
import { keepMailedToken } from '#web/widgets/mailed-links/mailed-token.ts';
import { WaitNotice } from '#web/widgets/page/wait-notice.tsx';

interface FreezeValues {
  readonly account: string;
  readonly code: string;
  readonly why: FreezeReason;
}

/** Freezes an account without a message and without a sign-in: one code to its phone or email is enough. */
export function FreezeForm(): ReactNode {
  const t = useT();
  const [frozen, setFrozen] = useState<FreezeResult>();
  const [waitUntil, setWaitUntil] = useState<number>();
  const form: AppForm<FreezeValues> = useAppForm<FreezeValues>({
    defaults: { account: '', code: '', why: 'unknown' },
    rules: {
      account: {
        rules: contactRules,
        normalize: clean.account,
        get as() {
          return textsAbout(form.value('account'), contactRules);
        },
      },
      code: { rules: codeRules, normalize: clean.code },
    },
    onSubmit: async ({ account, code, why }) => {
      setWaitUntil(undefined);
      try {
        const { ticket, ...done } = await call(containmentEndpoints.freezeByCode, { body: { account, code, why } });
        changePerson('lapses');
        keepMailedToken('recover', ticket);
        setFrozen(done);
      } catch (error) {
        if (!(error instanceof RefusalError)) throw error;
        if (error.refusal === 'tooFrequent' && error.retryAfter !== undefined) setWaitUntil(Date.now() + error.retryAfter * 1000);
        else throw error;
      }
    },
  });
  if (frozen !== undefined) return <FrozenCard of={frozen} href="/recover" />;
  return (
    <AuthCard wide title={t('wy.h')} lead={t('fz.lead')}>
      {waitUntil !== undefined && <WaitNotice until={waitUntil} />}
      <FormShell form={form} submitLabel={t('wy.btn')}>
        <AccountField form={form} name="account" autoComplete="username" />
        <CodeField form={form} name="code" target="account" purpose="freeze" />
        <RadioField
          form={form}
          name="why"
          label={t('fz.why')}
          options={freezeReasons.map((value) => ({ value, label: t(`fz.why.${value}`) }))}
        />
      </FormShell>
    </AuthCard>
  );
}
