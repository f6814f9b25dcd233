import { useState, type ReactNode } from 'react';
import { rightsRequestsEndpoints } from '#contract/rights/requests/requests.ts';
import { limits } from '#contract/limits.ts';
import { dataTopics } from '#contract/vocabulary/kept-data.ts';
import { askedKinds } from '#contract/vocabulary/rights-requests.ts';
import { call } from '#web/lib/api/api.ts';
import { translate, useT } from '#web/lib/texts/i18n.tsx';
import { useLayout } from '#web/lib/page/layout.ts';
import { notify } from '#web/lib/page/notify.ts';
import { randomKey } from '#web/lib/person/random-key.ts';
import { navigate } from '#web/lib/page/router.ts';
import { shortDayText } from '#web/lib/texts/time-text.ts';
import { FormDialog } from '#web/widgets/page/form-dialog.tsx';
import { useAppForm } from '#web/ui/form/form.tsx';
import { SelectField } from '#web/ui/form/fields/select-field.tsx';
import { TextAreaField } from '#web/ui/form/fields/text-area-field.tsx';
import { refreshRequests, requestPages, textField } from './requests.ts';
import type { Opened } from '#web/ui/feedback/dialog.tsx';

interface NewRequestDialogProps extends Opened {
  /** The act of staff that the request is about, in words. */
  readonly act?: string;
}

/** Sends a question or a request: its kind, what it is about, and a text. */
export function NewRequestDialog({ open, onClose, act }: NewRequestDialogProps): ReactNode {
  const t = useT();
  const layout = useLayout();
  // A call whose answer was lost is the same request when it is sent again.
  const [key, setKey] = useState(randomKey);
  const form = useAppForm({
    defaults: act === undefined ? { kind: 'correct', topic: '', text: '' } : { kind: 'explain', topic: 'security', text: `${act}\n\n` },
    rules: { text: textField },
    onSubmit: async ({ kind: chosen, topic: about, text }) => {
      const kind = askedKinds.find((each) => each === chosen) ?? 'other';
      const topic = dataTopics.find((each) => each === about);
      const body = { kind, text, key, ...(topic !== undefined && { topic }) };
      const { id } = await call(rightsRequestsEndpoints.fileRightsRequest, { body });
      setKey(randomKey());
      form.set('text', '');
      onClose();
      notify({ kind: 'success', text: translate('rq.sent') });
      await refreshRequests();
      navigate(`${requestPages[layout]}/${id}`);
    },
    onRefusal: ({ refusal, data }) => {
      const { nextAt } = data;
      const limit = refusal === 'tooMany' ? translate('rq.open') : undefined;
      const text = refusal === 'changeLimit' && typeof nextAt === 'string' ? translate('rq.limit', { date: shortDayText(nextAt) }) : limit;
      if (text === undefined) return false;
      notify({ kind: 'error', text });
      return true;
    },
  });
  return (
    <FormDialog
      form={form}
      open={open}
      onClose={onClose}
      size="m"
      title={t('rq.new')}
      lead={t('rq.newLead')}
      verb={t('rq.send')}
      label={t('rq.new')}
    >
      <SelectField
        form={form}
        name="kind"
        label={t('rq.kind')}
        options={askedKinds.map((value) => ({ value, label: t(`rq.k.${value}`) }))}
      />
      <SelectField
        form={form}
        name="topic"
        label={t('rq.topic')}
        options={[{ value: '', label: t('rq.anyTopic') }, ...dataTopics.map((value) => ({ value, label: t(`dt.t.${value}`) }))]}
      />
      <TextAreaField form={form} name="text" label={t('rq.text')} max={limits.requestTextMax} />
    </FormDialog>
  );
}
