import { useEffect, useRef, type ReactNode } from 'react';
import type { ProfileGroup } from '#contract/account/profile/items.ts';
import type { AccountView } from '#contract/account/account/account.schemas.ts';
import { useT } from '#web/lib/texts/i18n.tsx';
import { Pending } from '#web/ui/feedback/pending.tsx';
import { Button } from '#web/ui/controls/button.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { FormShell } from '#web/ui/form/form.tsx';
import { useIsChanged } from '#web/ui/form/use-field.ts';
import { KeyValue, KeyValues } from '#web/ui/layout/rows.tsx';
import { useAccount } from '#web/widgets/account/account.ts';
import { emptyKey } from '#web/widgets/profile/choice-texts.ts';
import css from './group-card.module.css';
import { ItemField } from './item-field.tsx';
import { itemValue } from './item-value.tsx';
import { useProfileForm } from '../profile-form.ts';
import { groupItems, itemsOf } from './profile-items.ts';

interface GroupCardProps {
  readonly group: ProfileGroup;
  readonly editing: boolean;
  readonly onEdit: () => void;
  readonly onEnd: () => void;
  /** Reports whether leaving the fields would lose something. */
  readonly onChanged: (changed: boolean) => void;
}

/** One group of the profile: displayed, or with its items as fields (brief 3.3). */
export function GroupCard({ group, editing, onEdit, ...ends }: GroupCardProps): ReactNode {
  const t = useT();
  const query = useAccount();
  const { data: account } = query;
  const edit = useRef<HTMLButtonElement>(null);
  const wasEditing = useRef(editing);
  const title = t(`pf.g.${group}`);

  // The button that started the editing gets the focus back when the fields disappear.
  useEffect(() => {
    if (wasEditing.current && !editing && document.activeElement === document.body) edit.current?.focus();
    wasEditing.current = editing;
  }, [editing]);

  const button = (
    <Button ref={edit} variant="text" size="sm" label={t('pf.editOf', { name: title })} className={css['edit'] ?? ''} onClick={onEdit}>
      {t('btn.edit')}
    </Button>
  );
  return (
    <Card title={title} aside={account !== undefined && !editing ? button : undefined} busy={query.isPending}>
      {account === undefined ? (
        <Pending of={query} rows={groupItems(group).length} />
      ) : editing ? (
        <GroupForm account={account} group={group} {...ends} />
      ) : (
        <KeyValues>
          {itemsOf(group, account).map((item) => (
            <KeyValue key={item} label={t(`pf.${item}`)} value={itemValue(account, item, t)} empty={t(emptyKey(item))} />
          ))}
        </KeyValues>
      )}
    </Card>
  );
}

interface GroupFormProps extends Pick<GroupCardProps, 'group' | 'onEnd' | 'onChanged'> {
  readonly account: AccountView;
}

function GroupForm({ account, group, onEnd, onChanged }: GroupFormProps): ReactNode {
  const t = useT();
  const { form, defaults } = useProfileForm({ account, onDone: onEnd });
  const changed = useIsChanged(form, defaults);
  const items = itemsOf(group, account);
  const [first] = groupItems(group);
  const begin = useRef(() => first && form.focus(first));

  useEffect(() => begin.current(), []);
  useEffect(() => {
    onChanged(changed);
    return () => onChanged(false);
  }, [changed, onChanged]);

  return (
    <div className={css['form']}>
      <FormShell
        form={form}
        label={t(`pf.g.${group}`)}
        footer={
          <div className={css['actions']}>
            <Button disabled={form.pending} onClick={onEnd}>
              {t('btn.cancel')}
            </Button>
            <Button type="submit" variant="primary" busy={form.pending}>
              {t('btn.save')}
            </Button>
          </div>
        }
      >
        {items.map((item) => (
          <ItemField key={item} form={form} item={item} />
        ))}
      </FormShell>
    </div>
  );
}
