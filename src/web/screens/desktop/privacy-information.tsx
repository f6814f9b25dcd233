import { AvatarCard } from '#web/features/account/profile/lists/avatar-card.tsx';
import { BasicCard } from '#web/features/account/profile/lists/basic-card.tsx';
import { ProfileGroups } from '#web/features/account/profile/lists/profile-groups.tsx';
import { useT } from '#web/lib/texts/i18n.tsx';
import { useRouteTitle } from '#web/lib/page/router.ts';
import { Stack } from '#web/ui/layout/stack.tsx';
import css from './privacy-information.module.css';

/** /privacy-information: Profile. */
export function PrivacyInformationScreen() {
  const t = useT();
  const { title } = useRouteTitle();
  return (
    <Stack>
      <header>
        <h1 tabIndex={-1} className={css['title']}>
          {title}
        </h1>
        <p className={css['lead']}>{t('pf.sub')}</p>
      </header>
      <AvatarCard />
      <BasicCard />
      <ProfileGroups />
    </Stack>
  );
}
