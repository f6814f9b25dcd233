import type { ReactNode } from 'react';
import type { openidEndpoints } from '#contract/apps/openid/openid.ts';
import type { CallData } from '#web/lib/api/call-types.ts';
import { Avatar } from '#web/ui/layout/avatar.tsx';
import { MaskedContact } from '#web/widgets/contacts/masked-contact.tsx';
import css from './person-strip.module.css';

/** The person who is asked, with the data that could be shared. */
export type AskedPerson = CallData<typeof openidEndpoints.showInteraction>['person'];

interface PersonStripProps {
  readonly person: Pick<AskedPerson, 'nickname' | 'profileImage' | 'account'>;
  /** A button at the end. */
  readonly action?: ReactNode;
}

/** The account that an app or a device would get access to. */
export function PersonStrip({ person, action }: PersonStripProps): ReactNode {
  return (
    <div className={css['strip']}>
      <Avatar src={person.profileImage} />
      <span className={css['text']}>
        <b title={person.nickname}>{person.nickname}</b>
        <span className={css['account']}>
          <MaskedContact masked={person.account} />
        </span>
      </span>
      {action}
    </div>
  );
}
