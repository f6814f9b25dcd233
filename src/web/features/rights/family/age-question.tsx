import { useState, type ReactNode } from 'react';
import { familyEndpoints } from '#contract/rights/family/family.ts';
import { birthdayRules } from '#contract/rules/birthday.ts';
import { limits } from '#contract/limits.ts';
import { required } from '#contract/rules/rule.ts';
import type { Region } from '#contract/vocabulary/regions.ts';
import { localToday } from '#web/lib/texts/local-today.ts';
import { call } from '#web/lib/api/api.ts';
import { useT } from '#web/lib/texts/i18n.tsx';
import { Button } from '#web/ui/controls/button.tsx';
import { DateField } from '#web/ui/form/fields/date-field.tsx';
import { FormShell, useAppForm } from '#web/ui/form/form.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { Stack } from '#web/ui/layout/stack.tsx';
import { withProof } from '#web/widgets/identity-proof/proof.ts';

/** At a registration. */
export function AgeQuestion({ region, onDone }: { readonly region: Region; readonly onDone: () => void }): ReactNode {
  const ask = async (birthday: string) => (await call(familyEndpoints.checkAge, { body: { birthday, region } })).next === 'guardian';
  return <AgeForm ask={ask} onDone={onDone} />;
}

/** Age of an account that has come without the question. */
export function AgeOfAccount({ onDone }: { readonly onDone: () => void }): ReactNode {
  const ask = async (birthday: string) => {
    const answered = await withProof({ action: 'answerAge' }, () => call(familyEndpoints.answerAge, { body: { birthday } }));
    return answered === undefined ? undefined : answered.next === 'guardian';
  };
  return <AgeForm ask={ask} onDone={onDone} />;
}

interface AgeFormProps {
  /** Whether it is the birthday of a child; undefined where the person left the proof. */
  readonly ask: (birthday: string) => Promise<boolean | undefined>;
  readonly onDone: () => void;
}

/** "When were you born?": three fields without a default and without a hint at any age, the same for everybody. */
function AgeForm({ ask, onDone }: AgeFormProps): ReactNode {
  const t = useT();
  const [isChild, setChild] = useState(false);
  const today = localToday();
  const form = useAppForm<{ readonly birthday: string }>({
    defaults: { birthday: '' },
    rules: {
      birthday: { rules: [required, ...birthdayRules], words: { required: 'ag.required', regex: 'ag.required', date: 'ag.required' } },
    },
    context: () => ({ today }),
    onSubmit: async ({ birthday }) => {
      const isOfChild = await ask(birthday);
      if (isOfChild === true) setChild(true);
      else if (isOfChild === false) onDone();
    },
  });
  if (isChild) {
    return (
      <Stack>
        <Notice>{t('ag.child')}</Notice>
        <Button variant="primary" size="lg" block onClick={onDone}>
          {t('ag.childGo')}
        </Button>
      </Stack>
    );
  }
  return (
    <FormShell form={form} submitLabel={t('ag.childGo')}>
      <DateField
        form={form}
        name="birthday"
        label={t('ag.h')}
        tip={t('ag.why')}
        tipStays
        parts={{
          year: { label: t('pf.bd.year'), empty: t('pf.bd.y') },
          month: { label: t('pf.bd.month'), empty: t('pf.bd.m') },
          day: { label: t('pf.bd.day'), empty: t('pf.bd.d') },
        }}
        firstYear={Number(limits.birthdayAfter.slice(0, 4))}
        lastYear={Number(today.slice(0, 4))}
        autoComplete="bday"
      />
    </FormShell>
  );
}
