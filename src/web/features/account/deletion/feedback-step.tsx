import type { ReactNode } from 'react';
import { limits } from '#contract/limits.ts';
import { deletionChannels, deletionReasons } from '#contract/vocabulary/deletion.ts';
import { useT } from '#web/lib/texts/i18n.tsx';
import { Button } from '#web/ui/controls/button.tsx';
import { FormShell } from '#web/ui/form/form.tsx';
import { RadioField } from '#web/ui/form/fields/radio-field.tsx';
import { TextAreaField } from '#web/ui/form/fields/text-area-field.tsx';
import { Stack } from '#web/ui/layout/stack.tsx';
import type { DraftForm } from './deletion-draft.ts';
import css from './deletion-wizard.module.css';

const channelTexts = { phone: 'dl.ch1', email: 'dl.ch2', none: 'dl.ch3' } as const;

const reasonTexts = { otherAccount: 'dl.r1', notUsed: 'dl.r2', privacy: 'dl.r3', messages: 'dl.r4', other: 'dl.r5' } as const;

/** How we may reach who leaves, and why they do. */
export function FeedbackStep({ form, onBack }: { readonly form: DraftForm; readonly onBack: () => void }): ReactNode {
  const t = useT();
  return (
    <>
      <FormShell form={form}>
        <div className={css['part']}>
          <RadioField
            form={form}
            name="channel"
            label={t('dl.fb.ch')}
            columns={3}
            options={deletionChannels.map((value) => ({ value, label: t(channelTexts[value]) }))}
          />
        </div>
        <div className={css['part']}>
          <Stack>
            <RadioField
              form={form}
              name="reason"
              label={t('dl.rs')}
              options={deletionReasons.map((value) => ({ value, label: t(reasonTexts[value]) }))}
            />
            <TextAreaField form={form} name="detail" label={t('dl.rsPh')} max={limits.profileMax} />
          </Stack>
        </div>
      </FormShell>
      <div className={css['actions']}>
        <Button onClick={onBack}>{t('btn.prev')}</Button>
        <Button variant="primary" type="submit" form={form.id}>
          {t('btn.continue')}
        </Button>
      </div>
    </>
  );
}
