import { useRef, type ReactNode } from 'react';
import type { LimitedItem, ProfileItem } from '#contract/account/profile/items.ts';
import { useT } from '#web/lib/texts/i18n.tsx';
import { navigate, useParams, useRoutePath } from '#web/lib/page/router.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { PendingCard } from '#web/ui/feedback/pending.tsx';
import { useAccount } from '#web/widgets/account/account.ts';
import { useLeaveWarning } from '#web/widgets/page/leave-warning.tsx';
import type { Edit } from '../edit.ts';
import { limitedEdits } from '../limited-edits.ts';
import css from './mobile-edit.module.css';
import { ItemEdit } from '../item-edit.tsx';
import { useKeyboardInset } from '../use-keyboard-inset.ts';

type EditedItem = LimitedItem | ProfileItem;

/**
 * /mobile-modify-base/{type}, /mobile-modify-privacy/{type} and two of /mobile-modify-info/{type}: one field, with Save in
 * a bar at the bottom of the screen (brief 3.3). The list that opened the page is shown again at the end.
 */
export function MobileEdit(): ReactNode {
  // The routes accept no other types.
  const item = useParams()['type'] as EditedItem;
  const back = useRoutePath().startsWith('/mobile-modify-privacy/') ? '/mobile-privacy-info' : '/mobile-account-info';
  const query = useAccount();
  const { data: account } = query;
  if (account === undefined) return <PendingCard of={query} rows={1} />;
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
