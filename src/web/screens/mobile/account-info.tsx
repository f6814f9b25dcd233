import { AvatarCard } from '#web/features/account/profile/lists/avatar-card.tsx';
import { MobileBasicList } from '#web/features/account/profile/lists/mobile-lists.tsx';
import { useT } from '#web/lib/texts/i18n.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { Row, Rows } from '#web/ui/layout/rows.tsx';
import { Stack } from '#web/ui/layout/stack.tsx';

/** /mobile-account-info: Basic Info. Its last row leads to the personal information. */
export function MobileAccountInfoScreen() {
  const t = useT();
  return (
    <Stack>
      <AvatarCard />
      <MobileBasicList />
      <Card>
        <Rows>
          <Row title={t('title.personal')} href="/mobile-privacy-info" />
        </Rows>
      </Card>
    </Stack>
  );
}
