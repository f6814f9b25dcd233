import { useRef, type ReactNode, useEffect, type RefObject } from 'react';
import type { LimitedItem, ProfileItem } from '#contract/account/profile/items.ts';
import { useT } from '#web/lib/texts/i18n.tsx';
import { navigate, useParams, useRoutePath } from '#web/lib/page/router.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { PendingCard } from '#web/ui/feedback/pending.tsx';
import { useAccount } from '#web/widgets/account/account.ts';
import { useLeaveWarning } from '#web/widgets/page/leave-warning.tsx';
import type { Edit, EditProps } from '../edit.ts';
import { limitedEdits } from '../limited-edits.tsx';
import css from './mobile-edit.module.css';
import { FormEdit } from '../form-edit.tsx';
import { ItemField } from './item-field.tsx';
import { useProfileForm } from '../profile-form.ts';

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

/** Changes one item of the profile. */
function ItemEdit({ item, children, ...options }: EditProps & { readonly item: ProfileItem }): ReactNode {
  const { form, defaults } = useProfileForm(options);
  return (
    <FormEdit form={form} defaults={defaults} layout={children}>
      <ItemField form={form} item={item} />
    </FormEdit>
  );
}

/**
 * Sets `--keyboard` of an element to the height that the phone's keyboard covers; sticky bottom elements stay above it.
 */
function useKeyboardInset(element: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const viewport = window.visualViewport;
    if (viewport === null) return undefined;
    const measure = (): void => {
      const covered = Math.max(0, document.documentElement.clientHeight - viewport.height - viewport.offsetTop);
      // A zoomed page has a small viewport without a keyboard.
      element.current?.style.setProperty('--keyboard', `${viewport.scale === 1 ? covered : 0}px`);
    };
    viewport.addEventListener('resize', measure);
    viewport.addEventListener('scroll', measure);
    return () => {
      viewport.removeEventListener('resize', measure);
      viewport.removeEventListener('scroll', measure);
    };
  }, [element]);
}
