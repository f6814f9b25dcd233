import type { DraftDays } from '#contract/account/agreements/publication-dates.ts';
import type { deskPublicationsEndpoints } from '#contract/operations/desk/calls/publications.ts';
import { limits } from '#contract/limits.ts';
import type { DeskData } from '#web/desk/desk-call.ts';
import { DayInput, TextInput } from '#web/desk/frame/fields.tsx';
import css from '#web/desk/rooms/rooms.module.css';
import { t } from '#web/desk/texts.ts';

/** Properties of a draft that hold for all its texts. */
export type Marks = DraftDays & Pick<DeskData<typeof deskPublicationsEndpoints.deskDraft>, 'versions'>;

interface DraftMarksProps {
  readonly marks: Marks;
  readonly isOpen: boolean;
  readonly onChange: (marks: Marks) => void;
}

/** Versions, whether people are asked, and the dates. */
export function DraftMarks({ marks, isOpen, onChange }: DraftMarksProps) {
  const { asks, effectiveDay, laterUntilDay, versions } = marks;
  const n = limits.termsNoticeDays;
  return (
    <>
      {versions.map(({ type, version }) => (
        <TextInput
          key={type}
          label={t('dk.pub.version', { name: t(`dk.pub.${type}`) })}
          hint={t('dk.pub.version.hint')}
          mono
          value={version}
          onChange={(next) => onChange({ ...marks, versions: versions.map((one) => (one.type === type ? { type, version: next } : one)) })}
        />
      ))}
      <label className={css['check']}>
        <input type="checkbox" checked={asks} disabled={!isOpen} onChange={() => onChange({ ...marks, asks: !asks, laterUntilDay: '' })} />
        {t('dk.pub.asksBox')}
      </label>
      <div className={css['form']}>
        <DayInput
          label={t('dk.pub.force')}
          hint={asks ? t('dk.pub.force.asks.hint', { n }) : t('dk.pub.force.hint')}
          value={effectiveDay}
          isOpen={isOpen}
          onChange={(next) => onChange({ ...marks, effectiveDay: next })}
        />
        {asks && (
          <DayInput
            label={t('dk.pub.asks')}
            hint={t('dk.pub.asks.hint', { n })}
            value={laterUntilDay}
            isOpen={isOpen}
            onChange={(next) => onChange({ ...marks, laterUntilDay: next })}
          />
        )}
      </div>
    </>
  );
}
