import type { ReactNode } from 'react';
import type { UpgradePreview } from '#contract/schemas/upgrade.ts';
import { degrees } from '#contract/vocabulary/degrees.ts';
import type { LeftOutReason, MergeField } from '#contract/vocabulary/upgrade.ts';
import { useLanguage, useT, type MessageKey } from '#web/lib/i18n.tsx';
import { Link } from '#web/ui/link.tsx';
import { useCountryNames } from '#web/widgets/country-names.ts';
import { shownTarget } from '#web/widgets/verification/masked-target-text.tsx';
import css from './upgrade.module.css';

export const fieldNames: Readonly<Record<MergeField, MessageKey>> = {
  phone: 'sec.phone',
  email: 'sec.email',
  username: 'pf.username',
  nickname: 'pf.nickname',
  gender: 'pf.gender',
  birthday: 'pf.birthday',
  realName: 'pf.realname',
  address: 'pf.address',
  signature: 'pf.signature',
  profile: 'pf.profile',
  country: 'pf.country',
  degree: 'pf.degree',
  school: 'pf.school',
  department: 'pf.department',
  year: 'pf.year',
  industry: 'pf.industry',
  company: 'pf.company',
  title: 'pf.title',
};

const reasons: Readonly<Record<LeftOutReason, MessageKey>> = {
  taken: 'up.left.taken',
  unproven: 'up.left.unproven',
  refused: 'up.left.refused',
  kept: 'up.left.kept',
};

/** The text of a value that is stored as a code; any other as it is. */
export function useFieldText(): (field: MergeField, value: string) => string {
  const t = useT();
  const countries = useCountryNames();
  return (field, value) => {
    if (field === 'phone' || field === 'email') return shownTarget(value);
    if (field === 'gender') return t(`g.${value}` as MessageKey);
    if (field === 'industry') return t(`ind.${value}` as MessageKey);
    if (field === 'degree') return t(`d.${degrees.findIndex((degree) => degree === value) + 1}` as MessageKey);
    return field === 'country' ? (countries?.[value] ?? value) : value;
  };
}

/** Whether the target's phone stays because only its email was proven: a code to the phone itself opens the choice. */
export function keepsPhone({ leftOut }: UpgradePreview): boolean {
  return leftOut.some(({ reason }) => reason === 'kept');
}

interface FieldListsProps {
  readonly preview: UpgradePreview;
  /** Where the target is proven by its phone. */
  readonly verify?: string;
}

/** What goes over without a question, and what stays behind and why. */
export function FieldLists({ preview, verify }: FieldListsProps): ReactNode {
  const t = useT();
  const language = useLanguage();
  const list = new Intl.ListFormat(language.replace('_', '-'), { type: 'conjunction' });
  const { takes, leftOut } = preview;
  if (takes.length === 0 && leftOut.length === 0) return null;
  return (
    <dl className={css['lists']}>
      {takes.length > 0 && (
        <div>
          <dt>{t('up.takes')}</dt>
          <dd>{list.format(takes.map((field) => t(fieldNames[field])))}</dd>
        </div>
      )}
      {leftOut.map(({ field, reason }) => (
        <div key={field}>
          <dt>{t('up.left', { field: t(fieldNames[field]) })}</dt>
          <dd>
            {t(reasons[reason])}
            {reason === 'kept' && verify !== undefined && (
              <>
                {' '}
                <Link variant="inline" href={verify}>
                  {t('up.byPhone')}
                </Link>
              </>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
