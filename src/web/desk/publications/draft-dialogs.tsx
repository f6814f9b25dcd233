import { useState } from 'react';
import { dateFaultOf } from '#contract/account/agreements/publication-dates.ts';
import { limits } from '#contract/limits.ts';
import { deskPublicationsEndpoints } from '#contract/operations/desk/calls/publications.ts';
import { draftLeadHours } from '#contract/account/agreements/publication-drafts.words.ts';
import { deskCall, type DeskData } from '#web/desk/desk-call.ts';
import { ActDialog } from '#web/desk/rooms/act.tsx';
import { DayInput } from '#web/desk/frame/fields.tsx';
import { t } from '#web/desk/texts.ts';

type Draft = DeskData<typeof deskPublicationsEndpoints.deskDraft>;

interface DraftDialogProps {
  readonly draft: Draft;
  readonly onClose: () => void;
}

/** Value of a date and time field, in the zone of the member. */
function fieldText(at: number): string {
  const date = new Date(at - new Date(at).getTimezoneOffset() * 60_000);
  return date.toISOString().slice(0, 16);
}

/** Asks another lead to let exactly this text be published. */
export function PublishDialog({ draft, onClose }: DraftDialogProps) {
  const { id, version, now } = draft;
  // A day for the withdrawal, an hour for the approval, and one to think.
  const [first] = useState(() => fieldText(now + (draftLeadHours + 2) * 3_600_000));
  const [at, setAt] = useState(first);
  const publishAt = new Date(at).getTime();
  const wrong = Number.isNaN(publishAt) ? undefined : dateFaultOf(draft, publishAt);
  return (
    <ActDialog
      title={t('dk.pub.publish.q')}
      lead={t('dk.pub.publish.b')}
      label={t('dk.st.reason')}
      verb={t('dk.pub.ask')}
      isReady={!Number.isNaN(publishAt) && wrong === undefined}
      act={(reason) =>
        deskCall(deskPublicationsEndpoints.deskPublishDraft, {
          params: { id },
          body: { version, publishAt, reason },
        })
      }
      onClose={onClose}
    >
      <DayInput label={t('dk.pub.at')} type="datetime-local" min={first} value={at} onChange={setAt} />
      {wrong !== undefined && (
        <p role="alert">
          {t(`dk.pub.fault.${wrong.fault}`, { n: limits.termsNoticeDays })} {wrong.found}
        </p>
      )}
    </ActDialog>
  );
}

/** Asks another lead to keep it from being published. */
export function WithdrawDialog({ draft: { id, version }, onClose }: DraftDialogProps) {
  return (
    <ActDialog
      title={t('dk.pub.withdraw.q')}
      lead={t('dk.two.b')}
      label={t('dk.st.reason')}
      verb={t('dk.pub.ask')}
      act={(reason) => deskCall(deskPublicationsEndpoints.deskWithdrawDraft, { params: { id }, body: { version, reason } })}
      onClose={onClose}
    />
  );
}
