import type { ReactNode } from 'react';
import { profileEndpoints } from '#contract/account/profile/profile.ts';
import { cleanText } from '#contract/rules/clean-text.ts';
import { nicknameRules } from '#contract/rules/nickname.ts';
import { remoteRules } from '#contract/rules/remote.ts';
import { call } from '#web/lib/api/api.ts';
import { useT } from '#web/lib/texts/i18n.tsx';
import { LinkButton } from '#web/ui/controls/link-button.tsx';
import { TextField } from '#web/ui/form/fields/text-field.tsx';
import { useAppForm } from '#web/ui/form/form.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { Stack } from '#web/ui/layout/stack.tsx';
import { accountCache } from '#web/widgets/account/account-cache.ts';
import { accountKey, useAccount } from '#web/widgets/account/account.ts';
import { useUniqueness } from '#web/widgets/contacts/uniqueness.ts';
import { OneField } from '#web/widgets/page/one-field.tsx';
import { askNoMore } from './welcome.ts';

/** "What should people call you?": the nickname, saved in its place. The heading shows it, and gets the focus. */
export function NameCard(): ReactNode {
  const t = useT();
  const { data: account } = useAccount();
  const free = useUniqueness(remoteRules.nicknameFree);
  const form = useAppForm<{ readonly nickname: string }>({
    defaults: { nickname: '' },
    rules: { nickname: { rules: nicknameRules, normalize: cleanText.nickname, remote: free } },
    onSubmit: async ({ nickname }) => {
      const named = await call(profileEndpoints.updateNickname, { body: { nickname } });
      await accountCache.cancelQueries({ queryKey: accountKey });
      focusHeading();
      accountCache.setQueryData(accountKey, named);
    },
  });
  return (
    <Card pad>
      <Stack>
        <OneField form={form} verb={t('btn.save')}>
          <TextField
            form={form}
            name="nickname"
            label={t('home.nameH')}
            input={{ autoComplete: 'nickname', placeholder: t('home.nameHint') }}
          />
        </OneField>
        <p>
          <LinkButton
            onClick={() => {
              focusHeading();
              askNoMore(account?.createdAt ?? '');
            }}
          >
            {t('home.later')}
          </LinkButton>
        </p>
      </Stack>
    </Card>
  );
}

/** The card leaves, with the focus in it. */
function focusHeading(): void {
  document.querySelector<HTMLElement>('h1')?.focus();
}
