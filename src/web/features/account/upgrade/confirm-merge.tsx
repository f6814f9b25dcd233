import { useEffect, type ReactNode } from 'react';
import type { AccountCard, UpgradePreview } from '#contract/account/upgrade/upgrade.schemas.ts';
import { mergeFields, type MergeField, type MergeSide } from '#contract/account/upgrade/upgrade.words.ts';
import { required } from '#contract/rules/rule.ts';
import { useT } from '#web/lib/texts/i18n.tsx';
import { useRoutePath } from '#web/lib/page/router.ts';
import { CheckboxField } from '#web/ui/form/fields/checkbox-field.tsx';
import type { FieldRules } from '#web/ui/form/field-checks.ts';
import { FormShell, useAppForm, type AppForm } from '#web/ui/form/form.tsx';
import { RadioField } from '#web/ui/form/fields/radio-field.tsx';
import { useFieldValue } from '#web/ui/form/use-field.ts';
import { Icon } from '#web/ui/marks/icon.tsx';
import { chevronRight } from '#web/ui/marks/icons.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { keepUpgrade, upgradePage, upgradeVisit } from '#web/widgets/upgrade/upgrade-visit.ts';
import { withProof } from '#web/widgets/identity-proof/proof.ts';
import { WhatEnds } from '#web/widgets/identity-proof/what-ends.tsx';
import { AccountLine, LegacyLine } from './cards.tsx';
import { merge } from './finish.ts';
import { FieldLists, fieldName, useFieldText } from './merge-fields.tsx';
import { useStartAgain } from './upgrade-calls.ts';
import css from './upgrade.module.css';

type ConfirmValues = { readonly agreed: boolean } & Readonly<Record<MergeField, string>>;

/**
 * Both accounts side by side, the transferred data, and a choice for each value that both have. The account of this
 * session is proven over the page.
 */
export function ConfirmMerge({ preview, target }: { readonly preview: UpgradePreview; readonly target: AccountCard }): ReactNode {
  const t = useT();
  const verify = upgradePage('verify', useRoutePath());
  const { orStartAgain } = useStartAgain();
  const { conflicts } = preview;
  const form = useAppForm<ConfirmValues>({
    defaults: { agreed: false, ...choicesByField() },
    rules: {
      agreed: { rules: [required], as: 'merge' },
      ...Object.fromEntries(conflicts.map(({ field }): [string, FieldRules] => [field, { rules: [required], as: 'choice' }])),
    },
    onSubmit: async () => {
      if (target.isOwn) await orStartAgain(() => withProof({ action: 'mergeAccounts' }, merge));
      else await orStartAgain(merge);
    },
  });
  return (
    <FormShell form={form} submitLabel={t('up.btn')}>
      <div className={css['sides']}>
        <section aria-label={t('up.from')}>
          <small>{t('up.from')}</small>
          <LegacyLine card={preview.legacy} />
        </section>
        <Icon of={chevronRight} className={css['arrow']} />
        <section aria-label={t('up.to')}>
          <small>{t('up.to')}</small>
          <AccountLine card={target} plain />
        </section>
      </div>
      <FieldLists preview={preview} verify={verify} />
      {conflicts.map((conflict) => (
        <Choice key={conflict.field} form={form} conflict={conflict} />
      ))}
      <Notice tone="warning">
        {t('ex.merge')}
        <WhatEnds action="mergeAccounts" />
      </Notice>
      <CheckboxField form={form} name="agreed" label={t('up.tick')} />
    </FormShell>
  );
}

function Choice({
  form,
  conflict,
}: {
  readonly form: AppForm<ConfirmValues>;
  readonly conflict: UpgradePreview['conflicts'][number];
}): ReactNode {
  const t = useT();
  const text = useFieldText();
  const { field } = conflict;
  const chosen = useFieldValue(form, field);
  // Every choice survives a reload and the way back.
  useEffect(() => {
    if (isSide(chosen)) keepUpgrade({ choices: { ...upgradeVisit().choices, [field]: chosen } });
  }, [field, chosen]);
  return (
    <RadioField
      form={form}
      name={field}
      label={t('up.choose', { field: t(fieldName(field)) })}
      columns={2}
      options={[
        { value: 'legacy', label: text(field, conflict.legacy), note: t('up.from') },
        { value: 'target', label: text(field, conflict.target), note: t('up.to') },
      ]}
    />
  );
}

/** The target's values are chosen already: they are what the person uses today. */
function choicesByField(): Readonly<Record<MergeField, string>> {
  const { choices } = upgradeVisit();
  return Object.fromEntries(mergeFields.map((field) => [field, choices[field] ?? 'target'])) as Readonly<Record<MergeField, string>>;
}

function isSide(value: string): value is MergeSide {
  return value === 'legacy' || value === 'target';
}
