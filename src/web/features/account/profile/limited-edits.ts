import type { ComponentType } from 'react';
import type { LimitedItem } from '#contract/account/profile/items.ts';
import type { MessageKey } from '#web/lib/texts/i18n.tsx';
import type { EditProps } from './edit.ts';
import { NicknameEdit } from './nickname-edit.tsx';
import { RegionEdit } from './region-edit.tsx';
import { UsernameEdit } from './username-edit.tsx';

interface LimitedEdit {
  readonly title: MessageKey;
  readonly Edit: ComponentType<EditProps>;
}

/** The edit for each item with its own limit: in a desktop dialog or on a mobile page (brief 3.3). */
export const limitedEdits: Readonly<Record<LimitedItem, LimitedEdit>> = {
  nickname: { title: 'title.nickname', Edit: NicknameEdit },
  username: { title: 'title.username', Edit: UsernameEdit },
  region: { title: 'pf.region', Edit: RegionEdit },
};
