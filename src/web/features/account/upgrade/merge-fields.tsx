import type { ReactNode } from 'react';
import { isItem, type ProfileItem } from '#contract/account/profile/items.ts';
import type { UpgradePreview } from '#contract/account/upgrade/upgrade.schemas.ts';
import type { LeftOutReason, MergeField } from '#contract/account/upgrade/upgrade.words.ts';
import { shownMask } from '#contract/masks.ts';
import { useT, type MessageKey } from '#web/lib/texts/i18n.tsx';
import { listText } from '#web/lib/texts/intl.ts';
import { Link } from '#web/ui/controls/link.tsx';
import { choiceKey, isWorded } from '#web/widgets/profile/choice-texts.ts';
import { zoneName } from '#web/widgets/profile/zone-names.ts';
import { useCountryNames } from '#web/widgets/profile/country-names.ts';
import css from './upgrade.module.css';

const contactNames: Readonly<Record<Exclude<MergeField, ProfileItem>, MessageKey>> = {
  phone: 'sec.phone',
  email: 'sec.email',
  username: 'pf.username',
  nickname: 'pf.nickname',
};

export function fieldName(field: MergeField): MessageKey {
  return isItem(field) ? `pf.${field}` : contactNames[field];
}

const reasons: Readonly<Record<LeftOutReason, MessageKey>> = {
  taken: 'up.left.taken',
  unproven: 'up.left.unproven',
  refused: 'up.left.refused',
  kept: 'up.left.kept',
};

/** The text of a coded value; other values unchanged. */
export function useFieldText(): (field: MergeField, value: string) => string {
  const t = useT();
  const countries = useCountryNames();
  return (field, value) => {
    if (field === 'phone' || field === 'email') return shownMask(value);
    if (isWorded(field)) return t(choiceKey(field, value));
    if (field === 'zone') return zoneName(value);
    return field === 'country' ? (countries?.[value] ?? value) : value;
  };
}

/** A label inside a sentence: its other capitals are names. */
function withoutCapital(label: string): string {
  return label.charAt(0).toLowerCase() + label.slice(1);
}

interface FieldListsProps {
  readonly preview: UpgradePreview;
  /** The page that proves the target by its phone. */
  readonly verify?: string;
}

/** The data that is transferred without a question, and the data that is not, with the reason. */
export function FieldLists({ preview, verify }: FieldListsProps): ReactNode {
  const t = useT();
  const { takes, leftOut } = preview;
  if (takes.length === 0 && leftOut.length === 0) return null;
  return (
    <dl className={css['lists']}>
      {takes.length > 0 && (
        <div>
          <dt>{t('up.takes')}</dt>
          <dd>
            {listText(
              takes.map((field, index) => (index === 0 ? t(fieldName(field)) : withoutCapital(t(fieldName(field))))),
              'sentence',
            )}
          </dd>
        </div>
      )}
      {leftOut.map(({ field, reason }) => (
        <div key={field}>
          <dt>{t('up.left', { field: t(fieldName(field)) })}</dt>
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
