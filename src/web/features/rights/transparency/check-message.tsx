import { useState, type ReactNode } from 'react';
import { transparencyEndpoints } from '#contract/rights/transparency/transparency.ts';
import { required } from '#contract/rules/rule.ts';
import { call } from '#web/lib/api/api.ts';
import { useT } from '#web/lib/texts/i18n.tsx';
import { lastSeenText } from '#web/lib/texts/time-text.ts';
import { LinkButton } from '#web/ui/controls/link-button.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { TextField } from '#web/ui/form/fields/text-field.tsx';
import { useAppForm } from '#web/ui/form/form.tsx';
import { circleCheck } from '#web/ui/marks/icons.ts';
import { FormDialog } from '#web/widgets/page/form-dialog.tsx';
import type { Checked } from './transparency.ts';
import css from './transparency-panel.module.css';

/** Tells by the reference whether a mail is ours. */
export function CheckMessage(): ReactNode {
  const t = useT();
  const [open, setOpen] = useState(false);
  const [checked, setChecked] = useState<Checked>();
  const form = useAppForm({
    defaults: { reference: '' },
    rules: {
      reference: {
        rules: [required],
        normalize: (value: string) => value.trim().slice(0, 32),
        words: { required: 'tp.check.enter' },
      },
    },
    onSubmit: async ({ reference }) => {
      setChecked(undefined);
      setChecked(await call(transparencyEndpoints.checkMessage, { body: { reference } }));
    },
  });
  return (
    <>
      <LinkButton onClick={() => setOpen(true)}>{t('tp.check.h')}</LinkButton>
      <FormDialog
        form={form}
        open={open}
        onClose={() => {
          setOpen(false);
          setChecked(undefined);
        }}
        title={t('tp.check.title')}
        verb={t('tp.check.btn')}
      >
        <TextField
          form={form}
          name="reference"
          label={t('tp.number')}
          tip={t('tp.check.tip')}
          tipStays
          input={{ autoComplete: 'off', autoCapitalize: 'characters', spellCheck: false }}
        />
        <output className={css['answer']}>
          {checked !== undefined &&
            (checked.known ? (
              <Notice tone="accent" icon={circleCheck}>
                {t('tp.check.yes', { title: checked.title, time: lastSeenText(checked.at) })}
              </Notice>
            ) : (
              <Notice tone="danger">{t('tp.check.no')}</Notice>
            ))}
        </output>
      </FormDialog>
    </>
  );
}
