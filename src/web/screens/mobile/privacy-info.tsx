import { profileGroups } from '#contract/account/profile/items.ts';
import { MobileGroupList } from '#web/features/account/profile/lists/mobile-lists.tsx';
import { useT } from '#web/lib/texts/i18n.tsx';
import { Stack } from '#web/ui/layout/stack.tsx';
import css from './profile.module.css';

/** /mobile-privacy-info: Personal information. */
export function MobilePrivacyInfoScreen() {
  const t = useT();
  return (
    <Stack>
      <p className={css['lead']}>{t('pf.sub')}</p>
      {profileGroups.map((group) => (
        <MobileGroupList key={group} group={group} />
      ))}
    </Stack>
  );
}
