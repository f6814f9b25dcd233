import type { ReactNode } from 'react';
import { cleanText } from '#contract/rules/clean-text.ts';
import { isMadeUpNickname } from '#contract/account/profile/made-up-nickname.ts';
import { profileEndpoints } from '#contract/account/profile/profile.ts';
import { nicknameRules } from '#contract/rules/nickname.ts';
import { remoteRules } from '#contract/rules/remote.ts';
import { call } from '#web/lib/api/api.ts';
import { useT } from '#web/lib/texts/i18n.tsx';
import { useAppForm } from '#web/ui/form/form.tsx';
import { TextField } from '#web/ui/form/fields/text-field.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { useUniqueness } from '#web/widgets/contacts/uniqueness.ts';
import { nicknameLimitText, nicknameWait } from './change-limit.ts';
import type { EditProps } from './edit.ts';
import { FormEdit } from './form-edit.tsx';
import { exceptOwn, limitedChange } from './limited-change.ts';

/** Changes the nickname as often as the operator allows; until then shows the date of the next change (brief 3.3). */
export function NicknameEdit({ account, onDone, children }: EditProps): ReactNode {
  const t = useT();
  const wait = nicknameWait(account);
  const free = useUniqueness(remoteRules.nicknameFree);
  const defaults = { nickname: isMadeUpNickname(account.nickname) ? '' : account.nickname };
  const form = useAppForm<{ readonly nickname: string }>({
    defaults,
    rules: { nickname: { rules: nicknameRules, normalize: cleanText.nickname, remote: exceptOwn(free, account.nickname) } },
    onSubmit: async ({ nickname }) => {
      const isSame = nickname === account.nickname;
      if (isSame || (await limitedChange(() => call(profileEndpoints.updateNickname, { body: { nickname } })))) onDone();
    },
  });
  return (
    <FormEdit form={form} defaults={defaults} label={t('title.nickname')} blocked={wait !== undefined} layout={children}>
      <TextField form={form} name="nickname" label={t('pf.nickname')} tip={t('tip.nickname')} input={{ autoComplete: 'nickname' }} />
      <Notice tone={wait === undefined ? 'neutral' : 'warning'}>
        {wait === undefined ? nicknameLimitText(t) : t('pf.nick.next', { date: wait })}
      </Notice>
    </FormEdit>
  );
}
