import { useRef, useState, type ReactNode } from 'react';
import { clean } from '#contract/rules/clean.ts';
import { profileEndpoints } from '#contract/account/profile/profile.ts';
import { remoteRules } from '#contract/rules/remote.ts';
import { usernameRules } from '#contract/rules/username.ts';
import { call } from '#web/lib/api/api.ts';
import { useT } from '#web/lib/texts/i18n.tsx';
import { Button } from '#web/ui/controls/button.tsx';
import { Dialog } from '#web/ui/feedback/dialog.tsx';
import { useAppForm } from '#web/ui/form/form.tsx';
import { TextField } from '#web/ui/form/fields/text-field.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { useUniqueness } from '#web/widgets/contacts/uniqueness.ts';
import type { EditProps } from './edit.ts';
import { FormEdit } from './form-edit.tsx';
import { exceptOwn, limitedChange } from './limited-change.ts';

/** Chooses the username, or changes it, only once: a final question comes before it is sent (brief 3.3). */
export function UsernameEdit({ account, onDone, children }: EditProps): ReactNode {
  const t = useT();
  const isFirst = account.username === '';
  const limit = isFirst ? 'ex.user.limit' : 'pf.user.last';
  const { ask, question } = useLastQuestion({ limit: t(limit), verb: t(isFirst ? 'btn.set' : 'btn.modify') });
  const free = useUniqueness(remoteRules.usernameFree);
  const isUsed = account.limits.username.left === 0;
  const defaults = { username: account.username };
  const form = useAppForm<{ readonly username: string }>({
    defaults,
    rules: { username: { rules: usernameRules, normalize: clean.username, remote: exceptOwn(free, account.username) } },
    onSubmit: async ({ username }) => {
      if (username === account.username) onDone();
      else if ((await ask(username)) && (await limitedChange(() => call(profileEndpoints.updateUsername, { body: { username } }))))
        onDone();
    },
  });
  return (
    <FormEdit form={form} defaults={defaults} label={t('title.username')} blocked={isUsed} beside={question} layout={children}>
      <TextField
        form={form}
        name="username"
        label={t('pf.username')}
        tip={t('tip.username')}
        input={{ autoComplete: 'username', autoCapitalize: 'none', spellCheck: false }}
      />
      <Notice tone="warning">{t(isUsed ? 'pf.user.used' : limit)}</Notice>
    </FormEdit>
  );
}

/** A question that a submission waits for; its button carries the verb. */
function useLastQuestion({ limit, verb }: { readonly limit: string; readonly verb: string }) {
  const t = useT();
  const [name, setName] = useState<string>();
  // The subject of the question stays readable while the dialog fades out.
  const [last, setLast] = useState('');
  const answer = useRef<(sure: boolean) => void>(undefined);

  function ask(username: string): Promise<boolean> {
    setName(username);
    setLast(username);
    return new Promise((resolve) => {
      answer.current = resolve;
    });
  }

  function give(sure: boolean): void {
    setName(undefined);
    answer.current?.(sure);
  }

  const question = (
    <Dialog
      open={name !== undefined}
      onClose={() => give(false)}
      kind="alert"
      title={t('pf.user.sure', { name: last })}
      lead={limit}
      actions={
        <>
          <Button onClick={() => give(false)}>{t('btn.cancel')}</Button>
          <Button variant="primary" onClick={() => give(true)}>
            {verb}
          </Button>
        </>
      }
    />
  );
  return { ask, question };
}
