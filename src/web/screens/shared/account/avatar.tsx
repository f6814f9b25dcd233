import { AvatarEditor } from '#web/features/account/avatar/avatar-editor.tsx';
import { useT } from '#web/lib/texts/i18n.tsx';
import { useRouteTitle } from '#web/lib/page/router.ts';
import { Icon } from '#web/ui/marks/icon.tsx';
import { chevronRight } from '#web/ui/marks/icons.ts';
import { Link } from '#web/ui/controls/link.tsx';
import css from './avatar.module.css';
import { Stack } from '#web/ui/layout/stack.tsx';
import { PageHead } from '#web/widgets/page/page-head.tsx';

/** The pages that link to the avatar page. */
const profilePaths = { desktop: '/privacy-information', mobile: '/mobile-account-info' } as const;

/** /avatar, in both layouts. */
export function AvatarScreen() {
  const t = useT();
  const { title, headed } = useRouteTitle();
  return (
    <Stack>
      {!headed && (
        <nav className={css['path']} aria-label={t('av.path')}>
          <Link href={profilePaths.desktop} className={css['up']}>
            {t('title.profile')}
          </Link>
          <Icon of={chevronRight} size={14} />
          <span aria-current="page">{title}</span>
        </nav>
      )}
      <PageHead>{t('pf.avatarHint')}</PageHead>
      <AvatarEditor back={headed ? profilePaths.mobile : profilePaths.desktop} />
    </Stack>
  );
}
