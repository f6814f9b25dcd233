import { profileGroups } from '#contract/account/profile/items.ts';
import { MobileGroupList } from '#web/features/account/profile/lists/mobile-lists.tsx';
import { useT } from '#web/lib/texts/i18n.tsx';
import { Stack } from '#web/ui/layout/stack.tsx';
import { PageHead } from '#web/widgets/page/page-head.tsx';

/** /mobile-privacy-info: Personal information. */
export function MobilePrivacyInfoScreen() {
  const t = useT();
  return (
    <Stack>
      <PageHead>{t('pf.sub')}</PageHead>
      {profileGroups.map((group) => (
        <MobileGroupList key={group} group={group} />
      ))}
    </Stack>
  );
}
