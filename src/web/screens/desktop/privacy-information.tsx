import { AvatarCard } from '#web/features/account/profile/lists/avatar-card.tsx';
import { BasicCard } from '#web/features/account/profile/lists/basic-card.tsx';
import { ProfileGroups } from '#web/features/account/profile/lists/profile-groups.tsx';
import { useT } from '#web/lib/texts/i18n.tsx';
import { Stack } from '#web/ui/layout/stack.tsx';
import { PageHead } from '#web/widgets/page/page-head.tsx';

/** /privacy-information: Profile. */
export function PrivacyInformationScreen() {
  const t = useT();
  return (
    <Stack>
      <PageHead>{t('pf.sub')}</PageHead>
      <AvatarCard />
      <BasicCard />
      <ProfileGroups />
    </Stack>
  );
}
