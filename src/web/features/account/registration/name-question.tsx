import { useEffect, useState, type ReactNode } from 'react';
import { cleanText } from '#contract/rules/clean-text.ts';
import { accountEndpoints } from '#contract/account/account/account.ts';
import { profileEndpoints } from '#contract/account/profile/profile.ts';
import { isMadeUpNickname } from '#contract/account/profile/made-up-nickname.ts';
import { nicknameRules } from '#contract/rules/nickname.ts';
import { remoteRules } from '#contract/rules/remote.ts';
import { call } from '#web/lib/api/api.ts';
import { useT } from '#web/lib/texts/i18n.tsx';
import { FormShell, useAppForm } from '#web/ui/form/form.tsx';
import { TextField } from '#web/ui/form/fields/text-field.tsx';
import { useUniqueness } from '#web/widgets/contacts/uniqueness.ts';

/** Whether the signed-in person has yet to choose a nickname; undefined until known. False also for a visitor. */
export function useIsUnnamed(): boolean | undefined {
  const [isUnnamed, setUnnamed] = useState<boolean>();
  useEffect(() => {
    const stop = new AbortController();
    call(accountEndpoints.metainfo, { signal: stop.signal }).then(
      ({ nickname }) => setUnnamed(isMadeUpNickname(nickname)),
      () => {
        if (!stop.signal.aborted) setUnnamed(false);
      },
    );
    return () => stop.abort();
  }, []);
  return isUnnamed;
}

/** "What should we call you?": the nickname of a new account. */
export function NameQuestion({ onDone }: { readonly onDone: () => void }): ReactNode {
  const t = useT();
  const free = useUniqueness(remoteRules.nicknameFree);
  const form = useAppForm<{ readonly nickname: string }>({
    defaults: { nickname: '' },
    rules: { nickname: { rules: nicknameRules, normalize: cleanText.nickname, remote: free } },
    onSubmit: async ({ nickname }) => {
      await call(profileEndpoints.updateNickname, { body: { nickname } });
      onDone();
    },
  });
  return (
    <FormShell form={form} submitLabel={t('ar.btn')}>
      <TextField form={form} name="nickname" label={t('pf.nickname')} tip={t('tip.nickname')} input={{ autoComplete: 'nickname' }} />
    </FormShell>
  );
}
