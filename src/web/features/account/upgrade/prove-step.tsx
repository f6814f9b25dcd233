import { useState, type ReactNode } from 'react';
import { clean } from '#contract/rules/clean.ts';
import type { AccountCard } from '#contract/account/upgrade/upgrade.schemas.ts';
import { contactRules } from '#contract/rules/account.ts';
import { codeRules } from '#contract/rules/code.ts';
import type { Rule } from '#contract/rules/rule.ts';
import { shownMask } from '#contract/masks.ts';
import { useT } from '#web/lib/texts/i18n.tsx';
import { Button } from '#web/ui/controls/button.tsx';
import { FormShell, useAppForm, type AppForm } from '#web/ui/form/form.tsx';
import { RadioField } from '#web/ui/form/fields/radio-field.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { EmailField } from '#web/widgets/contacts/email-field.tsx';
import { isOfMask } from '#web/widgets/contacts/of-mask.ts';
import { textsAbout } from '#web/widgets/contacts/texts-about.ts';
import { CodeField } from '#web/widgets/codes/code-field.tsx';
import { keepUpgrade, upgradeVisit } from '#web/widgets/upgrade/upgrade-visit.ts';
import { LegacyLine } from './cards.tsx';
import { prove, sendOwnUpgradeCode, sendUpgradeCode } from './upgrade-calls.ts';

interface ProofValues {
  readonly account: string;
  readonly code: string;
}

interface ProveFormProps {
  /** The initial contact of the form. */
  readonly contact: string;
  readonly submitLabel: string;
  /** The account that shall be proven, with its masked contacts if they are known; without it any account. */
  readonly owner?: Pick<AccountCard, 'phone' | 'email'>;
  readonly footer?: ReactNode;
  /** Gets the accounts found for the proven contact. */
  readonly onProven: (found: Found, contact: string) => Promise<void> | void;
}

/** The accounts of a proven phone or email. */
type Found = Awaited<ReturnType<typeof prove>>;

/** A phone or an email, and the code that proves it. */
export function ProveForm({ contact, submitLabel, owner, footer, onProven }: ProveFormProps): ReactNode {
  const form: AppForm<ProofValues> = useAppForm<ProofValues>({
    defaults: { account: contact, code: '' },
    rules: {
      account: {
        rules: owner === undefined ? contactRules : [...contactRules, contactOf(owner)],
        normalize: clean.account,
        get as() {
          const about = textsAbout(form.value('account'));
          return about === 'account' ? about : (kindAsked(owner) ?? about);
        },
      },
      code: { rules: codeRules, normalize: clean.code },
    },
    onSubmit: async ({ account, code }) => onProven(await prove(account, code), account),
  });
  return (
    <FormShell form={form} submitLabel={submitLabel} footer={footer}>
      <EmailField identifier form={form} name="account" />
      <CodeField form={form} name="code" target="account" scene="upgrade" send={sendUpgradeCode} />
    </FormShell>
  );
}

interface ProveOwnProps {
  /** Contacts of the signed-in account, as they are shown. */
  readonly contacts: readonly string[];
  readonly onProven: (found: Found) => void;
  readonly onOther: () => void;
}

/** One of the account's own contacts, chosen instead of typed, and the code that proves it. */
function ProveOwn({ contacts, onProven, onOther }: ProveOwnProps): ReactNode {
  const t = useT();
  const form = useAppForm({
    defaults: { contact: contacts[0] ?? '', code: '' },
    rules: { code: { rules: codeRules, normalize: clean.code } },
    onSubmit: async ({ contact, code }) => onProven(await prove(contact, code)),
  });
  return (
    <FormShell
      form={form}
      submitLabel={t('btn.continue')}
      footer={
        <Button variant="text" size="lg" block quiet onClick={onOther}>
          {t('up.useOther')}
        </Button>
      }
    >
      <RadioField form={form} name="contact" label={t('up.ownContact')} options={contacts.map((value) => ({ value, label: value }))} />
      <CodeField form={form} name="code" target="contact" scene="upgrade" send={sendOwnUpgradeCode} />
    </FormShell>
  );
}

/** No code is sent to a phone or an email that the page does not show of the account. */
function contactOf({ phone, email }: Pick<AccountCard, 'phone' | 'email'>): Rule {
  return {
    name: 'not_my',
    fails(value) {
      const mask = value.includes('@') ? email : phone;
      return mask === '' || !isOfMask(value, mask);
    },
  };
}

/** The kind of the only contact that the page shows of the account. */
function kindAsked(owner: ProveFormProps['owner']): 'phone' | 'email' | undefined {
  if (owner === undefined || (owner.phone === '') === (owner.email === '')) return undefined;
  return owner.phone === '' ? 'email' : 'phone';
}

/** Searches for the legacy account of a phone or an email; if there are several, one is chosen. */
export function FindLegacy({ onFound }: { readonly onFound: () => void }): ReactNode {
  const t = useT();
  const [found, setFound] = useState(() => upgradeVisit().found);
  const [missing, setMissing] = useState(false);
  const [own, setOwn] = useState(() => upgradeVisit().own.map(shownMask));
  if (found.length > 1) return <ChooseLegacy onFound={onFound} />;
  const onProven = ({ legacy }: Found, contact: string): void => {
    const [first, ...more] = legacy;
    keepUpgrade({ contact, found: legacy, ...(first && more.length === 0 ? { legacyId: first.legacyId } : {}) });
    setMissing(first === undefined);
    if (more.length > 0) setFound(legacy);
    else if (first) onFound();
  };
  return (
    <>
      {missing && (
        <Notice tone="warning" title={t('up.none.h')}>
          {t('up.none.b')}
        </Notice>
      )}
      {own.length > 0 ? (
        <ProveOwn contacts={own} onProven={(answer) => onProven(answer, '')} onOther={() => setOwn([])} />
      ) : (
        <ProveForm contact={upgradeVisit().contact} submitLabel={t('btn.continue')} onProven={onProven} />
      )}
    </>
  );
}

function ChooseLegacy({ onFound }: { readonly onFound: () => void }): ReactNode {
  const t = useT();
  const [{ found }] = useState(upgradeVisit);
  const form = useAppForm({
    defaults: { legacyId: found[0]?.legacyId ?? '' },
    rules: {},
    onSubmit: ({ legacyId }) => {
      keepUpgrade({ legacyId });
      onFound();
    },
  });
  const options = found.map((card) => ({ value: card.legacyId, label: <LegacyLine card={card} /> }));
  return (
    <FormShell form={form} submitLabel={t('btn.continue')}>
      <RadioField form={form} name="legacyId" label={t('up.from')} options={options} />
    </FormShell>
  );
}
