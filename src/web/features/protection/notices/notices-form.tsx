import { useQueryClient } from '@tanstack/react-query';
import { useId, useState, type ReactNode } from 'react';
import { noticesEndpoints } from '#contract/protection/notices/notices.ts';
import type { NoticeChoice } from '#contract/protection/notices/notice-kinds.words.ts';
import type { AccountView } from '#contract/account/account/account.schemas.ts';
import { shownMask } from '#contract/masks.ts';
import { call } from '#web/lib/api/api.ts';
import { translate, useT } from '#web/lib/texts/i18n.tsx';
import { listText } from '#web/lib/texts/intl.ts';
import { notify } from '#web/lib/page/notify.ts';
import { isRefusal } from '#web/lib/api/refusal-error.ts';
import { handleRefusal } from '#web/lib/api/refusals.ts';
import { PendingCard } from '#web/ui/feedback/pending.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { Stack } from '#web/ui/layout/stack.tsx';
import { announce } from '#web/ui/feedback/announce.tsx';
import { ChoiceRows } from '#web/ui/form/fields/choice-rows.tsx';
import { useAccount } from '#web/widgets/account/account.ts';
import { withProof } from '#web/widgets/identity-proof/proof.ts';
import {
  choiceOf,
  choiceOfAll,
  choices,
  chosenGroups,
  noticesKey,
  useNotices,
  withAll,
  type Choice,
  type Chosen,
} from '#web/widgets/notices/notices.ts';
import { Icon } from '#web/ui/marks/icon.tsx';
import { chevronDown } from '#web/ui/marks/icons.ts';
import css from './notices-form.module.css';

/** How the account is told: by mail or by both, or by type. A choice acts at once, after a proof of identity. */
export function NoticesForm(): ReactNode {
  const notices = useNotices();
  const { data: account } = useAccount();
  if (notices.data === undefined || account === undefined) return <PendingCard of={notices} rows={2} />;
  return <Choices chosen={notices.data} account={account} />;
}

function Choices({ chosen, account }: { readonly chosen: Chosen; readonly account: AccountView }): ReactNode {
  const t = useT();
  const { busy, choose } = useChoosing(chosen);
  const { encryptEmail: mail, encryptPhoneNumber: phone } = account;
  const addresses = [mail, phone].filter((masked) => masked !== '').map(shownMask);
  const all = choiceOfAll(chosen.groups);
  if (mail === '' || phone === '') {
    return (
      <Card title={t('ns.h')} pad>
        <p>{addresses.join('')}</p>
        <p className={css['always']}>{t(mail === '' ? 'ns.addEmail' : 'ns.addPhone')}</p>
      </Card>
    );
  }
  return (
    <Stack>
      <Card title={t('ns.h')} {...(all === 'byType' && { note: t('ns.v.byType') })}>
        <ChoiceRows
          label={t('ns.h')}
          options={[
            { value: 'mail', label: t('ns.v.mail'), note: shownMask(mail) },
            { value: 'both', label: t('ns.v.both'), note: listText(addresses, 'values') },
          ]}
          value={all}
          busy={busy}
          onChange={(choice) => choose(withAll(chosen.groups, choice))}
        />
      </Card>
      <p className={css['always']}>{t('ns.always')}</p>
      <ByType chosen={chosen} busy={busy} choose={choose} />
    </Stack>
  );
}

interface ByTypeProps {
  readonly chosen: Chosen;
  readonly busy: boolean;
  readonly choose: (groups: NoticeChoice) => void;
}

function ByType({ chosen, busy, choose }: ByTypeProps): ReactNode {
  const t = useT();
  const id = useId();
  return (
    <Card>
      <details className={css['types']}>
        <summary>
          {t('ns.byType')}
          <Icon of={chevronDown} size={16} />
        </summary>
        {chosenGroups.map((group) => (
          <div key={group} className={css['type']}>
            <label htmlFor={`${id}${group}`}>{t(`ns.g.${group}`)}</label>
            <select
              id={`${id}${group}`}
              value={choiceOf(chosen.groups[group])}
              aria-busy={busy || undefined}
              onChange={({ target }) => {
                const choice = choiceNames.find((name) => name === target.value);
                if (choice !== undefined && !busy) choose({ ...chosen.groups, [group]: choices[choice] });
              }}
            >
              {choiceNames.map((choice) => (
                <option key={choice} value={choice}>
                  {t(`ns.v.${choice}`)}
                </option>
              ))}
            </select>
          </div>
        ))}
      </details>
    </Card>
  );
}

const choiceNames: readonly Choice[] = ['mail', 'sms', 'both'];

/** Saves a choice; what was chosen before stays on screen until it is saved. */
function useChoosing(chosen: Chosen): { readonly busy: boolean; readonly choose: (groups: NoticeChoice) => void } {
  const cache = useQueryClient();
  const [busy, setBusy] = useState(false);
  async function save(groups: NoticeChoice): Promise<void> {
    try {
      const body = { groups, etag: chosen.etag };
      const saved = await withProof({ action: 'changeNotices' }, () => call(noticesEndpoints.changeNotices, { body }));
      if (saved === undefined) return;
      cache.setQueryData<Chosen>(noticesKey, saved);
      announce(translate('ns.saved'));
    } catch (error) {
      if (!isRefusal(error, 'preconditionFailed')) {
        handleRefusal(error);
        return;
      }
      notify({ kind: 'error', text: translate('ns.elsewhere') });
      await cache.invalidateQueries({ queryKey: noticesKey });
    }
  }
  const choose = (groups: NoticeChoice): void => {
    setBusy(true);
    void save(groups).finally(() => setBusy(false));
  };
  return { busy, choose };
}
