import { useState, type ReactNode } from 'react';
import type { ProfileGroup } from '#contract/account/profile/items.ts';
import { useLeaveWarning } from '#web/widgets/page/leave-warning.tsx';
import { GroupCard } from './group-card.tsx';
import css from './profile-groups.module.css';

/**
 * Personal information, education and work. One group can be edited at a time, and typed values are never discarded
 * without a question (brief 3.3).
 */
export function ProfileGroups(): ReactNode {
  const [editing, setEditing] = useState<ProfileGroup>();
  const [changed, setChanged] = useState(false);
  const { leave, dialog } = useLeaveWarning(changed);
  const card = (group: ProfileGroup) => (
    <GroupCard
      group={group}
      editing={editing === group}
      onEdit={() => leave(() => setEditing(group))}
      onEnd={() => setEditing(undefined)}
      onChanged={setChanged}
    />
  );
  return (
    <>
      {card('personal')}
      <div className={css['pair']}>
        {card('edu')}
        {card('work')}
      </div>
      {dialog}
    </>
  );
}
