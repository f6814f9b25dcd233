import { type ComponentType, type ReactNode, useRef, useState } from 'react';
import type { LimitedItem } from '#contract/account/profile/items.ts';
import { type MessageKey, useT, translate } from '#web/lib/texts/i18n.tsx';
import type { EditProps } from './edit.ts';
import { cleanText } from '#contract/rules/clean-text.ts';
import { isMadeUpNickname } from '#contract/account/profile/made-up-nickname.ts';
import { profileEndpoints } from '#contract/account/profile/profile.ts';
import { nicknameRules } from '#contract/rules/nickname.ts';
import { remoteRules } from '#contract/rules/remote.ts';
import { call } from '#web/lib/api/api.ts';
import { useAppForm } from '#web/ui/form/form.tsx';
import { TextField } from '#web/ui/form/fields/text-field.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { useUniqueness } from '#web/widgets/contacts/uniqueness.ts';
import { nicknameLimitText, nicknameWait, limitText } from './change-limit.ts';
import { FormEdit } from './form-edit.tsx';
import { clean } from '#contract/rules/clean.ts';
import { usernameRules } from '#contract/rules/username.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Dialog } from '#web/ui/feedback/dialog.tsx';
import { languageOfRegion } from '#contract/vocabulary/languages.ts';
import { regions, type RegionOrNone } from '#contract/vocabulary/regions.ts';
import { changeLanguage, hasLanguageCookie } from '#web/lib/texts/language.ts';
import { RadioField } from '#web/ui/form/fields/radio-field.tsx';
import { withProof } from '#web/widgets/identity-proof/proof.ts';
import type { AccountView } from '#contract/account/account/account.schemas.ts';
import { notify } from '#web/lib/page/notify.ts';
import type { RemoteCheck } from '#web/ui/form/remote-check.ts';
import { accountCache } from '#web/widgets/account/account-cache.ts';
import { accountKey } from '#web/widgets/account/account.ts';
import { showSaved } from './save-profile.ts';

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

/** Changes the nickname as often as the operator allows; until then shows the date of the next change (brief 3.3). */
function NicknameEdit({ account, onDone, children }: EditProps): ReactNode {
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

/** Chooses the username, or changes it, only once: a final question comes before it is sent (brief 3.3). */
function UsernameEdit({ account, onDone, children }: EditProps): ReactNode {
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

/**
 * Chooses the region, or changes it, only once, after an identity proof (brief 3.3, contract 5). The language follows,
 * unless the person has chosen one (spec 1).
 */
function RegionEdit({ account, onDone, children }: EditProps): ReactNode {
  const t = useT();
  const isUsed = account.limits.region.left === 0;
  const defaults = { region: account.region };
  const form = useAppForm<{ readonly region: RegionOrNone }>({
    defaults,
    rules: {},
    onSubmit: async ({ region }) => {
      if (region === account.region || region === '') {
        onDone();
        return;
      }
      // Asked before: the answer brings the cookie of the new language.
      const follows = !hasLanguageCookie();
      const need = { action: 'changeRegion', target: region } as const;
      const isChanged = await limitedChange(() => withProof(need, () => call(profileEndpoints.updateRegion, { body: { region } })));
      if (!isChanged) return;
      if (follows) await changeLanguage(languageOfRegion(region));
      onDone();
    },
  });
  return (
    <FormEdit form={form} defaults={defaults} label={t('pf.region')} blocked={isUsed} layout={children}>
      <RadioField
        form={form}
        name="region"
        label={t('pf.region')}
        options={regions.map((region) => ({ value: region, label: t(`region.${region}`) }))}
      />
      <Notice tone="warning" title={t(isUsed ? 'pf.region.used' : account.region === '' ? 'pf.region.first' : 'region.once')}>
        {t('pf.region.means')}
      </Notice>
    </FormEdit>
  );
}

/**
 * Makes a change that is limited to once, or once in a period, and shows the returned account. False if nothing
 * changed: the person canceled (undefined), or the limit refused it; then the date is shown and the account is
 * reloaded, because it was changed elsewhere.
 * @throws {RefusalError} other refusals of the change
 */
async function limitedChange(change: () => Promise<AccountView | undefined>): Promise<boolean> {
  try {
    const account = await change();
    if (account === undefined) return false;
    await showSaved(account);
    return true;
  } catch (error) {
    const text = limitText(error, translate);
    if (text === undefined) throw error;
    notify({ kind: 'error', text });
    void accountCache.invalidateQueries({ queryKey: accountKey });
    return false;
  }
}

/** The check for a free name that accepts the account's own name in any spelling. */
function exceptOwn(check: RemoteCheck, own: string): RemoteCheck {
  const isOwn = (value: string) => own !== '' && spelling(value) === spelling(own);
  return {
    rule: check.rule,
    known: (value) => (isOwn(value) ? false : check.known(value)),
    ask: (value) => (isOwn(value) ? Promise.resolve(false) : check.ask(value)),
    drop: check.drop,
  };
}

function spelling(name: string): string {
  return name.normalize('NFKC').toLowerCase();
}
