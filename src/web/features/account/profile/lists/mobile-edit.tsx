import { useRef, type ReactNode } from 'react';
import type { LimitedItem, ProfileItem } from '#contract/account/profile/items.ts';
import { useT } from '#web/lib/texts/i18n.tsx';
import { navigate } from '#web/lib/page/router.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { ErrorCard } from '#web/ui/feedback/error-card.tsx';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { useAccountFailure } from '#web/widgets/account/account-failure.ts';
import { useAccount } from '#web/widgets/account/account.ts';
import { useLeaveWarning } from '#web/widgets/page/leave-warning.tsx';
import type { Edit } from '../edit.ts';
import { limitedEdits } from '../limited-edits.ts';
import css from './mobile-edit.module.css';
import { ItemEdit } from '../item-edit.tsx';
import { useKeyboardInset } from '../use-keyboard-inset.ts';

export type EditedItem = LimitedItem | ProfileItem;

interface MobileEditProps {
  readonly item: EditedItem;
  /** The list that opened the page; it is shown again at the end. */
  readonly back: string;
}

/** One field, with Save in a bar at the bottom of the screen (brief 3.3). */
export function MobileEdit({ item, back }: MobileEditProps): ReactNode {
  const { data: account } = useAccount();
  const failure = useAccountFailure();
  if (failure !== undefined) {
    return (
      <Card>
        <ErrorCard {...failure} />
      </Card>
    );
  }
  if (account === undefined) {
    return (
      <Card busy>
        <Skeleton rows={1} />
      </Card>
    );
  }
  const options = { account, onDone: () => navigate(back, { replace: true }) };
  const page = (edit: Edit) => <EditPage {...edit} />;
  if (isLimited(item)) {
    const { Edit: LimitedEdit } = limitedEdits[item];
    return <LimitedEdit {...options}>{page}</LimitedEdit>;
  }
  return (
    <ItemEdit {...options} item={item}>
      {page}
    </ItemEdit>
  );
}

function isLimited(item: EditedItem): item is LimitedItem {
  return item in limitedEdits;
}

function EditPage({ formId, pending, changed, blocked, content }: Edit): ReactNode {
  const t = useT();
  const { dialog } = useLeaveWarning(changed);
  const bar = useRef<HTMLDivElement>(null);
  useKeyboardInset(bar);
  return (
    <div className={css['page']}>
      {content}
      <div ref={bar} className={css['bar']} data-bottom-bar="">
        <Button type="submit" form={formId} variant="primary" size="lg" block busy={pending} disabled={blocked}>
          {t('btn.save')}
        </Button>
      </div>
      {dialog}
    </div>
  );
}
