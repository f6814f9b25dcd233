import type { ReactNode } from 'react';
import { Avatar } from '#web/ui/avatar.tsx';
import { MaskedContact } from '#web/widgets/contacts/masked-contact.tsx';
import css from './person-strip.module.css';

interface PersonStripProps {
  readonly person: { readonly nickname: string; readonly profileImage: string; readonly account: string };
  /** A button at the end. */
  readonly action?: ReactNode;
}

/** The account that an app or a device would get access to. */
export function PersonStrip({ person, action }: PersonStripProps): ReactNode {
  return (
    <div className={css['strip']}>
      <Avatar src={person.profileImage} />
      <span className={css['text']}>
        <b>{person.nickname}</b>
        <span className={css['account']}>
          <MaskedContact masked={person.account} />
        </span>
      </span>
      {action}
    </div>
  );
}
