import { useId } from 'react';
import type { DraftDays } from '#contract/account/agreements/publication-dates.ts';
import type { deskPublicationsEndpoints } from '#contract/operations/desk/calls/publications.ts';
import { limits } from '#contract/limits.ts';
import type { DeskData } from '#web/desk/desk-call.ts';
import { TextInput } from '#web/desk/frame/fields.tsx';
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
        <DayField
          label={t('dk.pub.force')}
          hint={asks ? t('dk.pub.force.asks.hint', { n }) : t('dk.pub.force.hint')}
          value={effectiveDay}
          isOpen={isOpen}
          onChange={(next) => onChange({ ...marks, effectiveDay: next })}
        />
        {asks && (
          <DayField
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

interface DayFieldProps {
  readonly label: string;
  readonly hint: string;
  readonly value: string;
  readonly isOpen: boolean;
  readonly onChange: (value: string) => void;
}

function DayField({ label, hint, value, isOpen, onChange }: DayFieldProps) {
  const id = useId();
  return (
    <div className={css['field']}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="date"
        value={value}
        readOnly={!isOpen}
        aria-describedby={`${id}-hint`}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
      <p id={`${id}-hint`} className={css['muted']}>
        {hint}
      </p>
    </div>
  );
}
