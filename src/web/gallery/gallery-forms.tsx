import { platforms, type Platform } from '#contract/vocabulary/platforms.ts';
import { useEffect, useState } from 'react';
import { nicknameRules } from '#contract/rules/nickname.ts';
import { smsCodeRules } from '#contract/rules/code.ts';
import { emailRules } from '#contract/rules/email.ts';
import { confirmRules, newPasswordRules, passwordRules } from '#contract/rules/password.ts';
import { normalizePhone, phoneRules } from '#contract/rules/phone.ts';
import { usernameRules } from '#contract/rules/username.ts';
import { useT } from '#web/lib/i18n.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { AuthCard, Card } from '#web/ui/card.tsx';
import { FormShell, useAppForm } from '#web/ui/form/form.tsx';
import { PasswordField } from '#web/ui/form/password-field.tsx';
import { RadioField } from '#web/ui/form/radio-field.tsx';
import { SelectField } from '#web/ui/form/select-field.tsx';
import { TextAreaField } from '#web/ui/form/text-area-field.tsx';
import { TextField } from '#web/ui/form/text-field.tsx';
import { Segmented } from '#web/ui/segmented.tsx';
import { showToast } from '#web/ui/toast.tsx';
import { AgreementDialog, AgreementField } from '#web/widgets/agreements/agreement-field.tsx';
import { CodeField } from '#web/widgets/codes/code-field.tsx';
import { CodeSlots } from '#web/widgets/codes/code-slots.tsx';
import { EmailField } from '#web/widgets/contacts/email-field.tsx';
import { NewPasswordField } from '#web/widgets/password/new-password-field.tsx';
import { PhoneField } from '#web/widgets/contacts/phone-field.tsx';
import { PlatformTile } from '#web/widgets/social/platform-mark.tsx';
import { RegionField } from '#web/widgets/profile/region-field.tsx';
import css from './gallery.module.css';
import { sections } from './sections.ts';

export function TextFields() {
  const t = useT();
  const form = useAppForm({
    defaults: {
      username: '',
      nickname: 'Lin Qiao',
      phone: '12800136021',
      oldPassword: 'cedar-2025',
      degree: '4',
      profile: 'x'.repeat(250),
    },
    rules: {
      username: { rules: usernameRules },
      nickname: { rules: nicknameRules },
      phone: { rules: phoneRules, normalize: normalizePhone },
      oldPassword: { rules: passwordRules },
    },
    onSubmit: () => undefined,
  });
  const { check: show } = form;
  useEffect(() => {
    void show('phone');
    // oxlint-disable-next-line react/exhaustive-deps -- once, after the page has loaded
  }, []);
  return (
    <Card title={sections.fields} pad>
      <FormShell form={form}>
        <TextField form={form} name="username" label={t('title.username')} tip={t('tip.username')} tipStays />
        <TextField form={form} name="nickname" label={t('title.nickname')} tip={t('tip.nickname')} />
        <PhoneField form={form} name="phone" />
        <PasswordField form={form} name="oldPassword" label={t('f.oldPassword')} autoComplete="current-password" />
        <SelectField
          form={form}
          name="degree"
          label={t('title.profile')}
          options={[
            { value: '4', label: t('title.basic') },
            { value: '5', label: t('title.personal') },
          ]}
        />
        <TextAreaField form={form} name="profile" label={t('title.profile')} max={300} />
      </FormShell>
    </Card>
  );
}

export function Choices() {
  const t = useT();
  const [tab, setTab] = useState<'a' | 'b'>('a');
  const [platform, setPlatform] = useState<Platform>(platforms[0]);
  const [asks, setAsks] = useState(false);
  const form = useAppForm({ defaults: { agreement: false, second: true, gender: '2' }, rules: {}, onSubmit: () => undefined });
  return (
    <Card title={sections.choices} pad>
      <FormShell form={form} footer={<Button onClick={() => setAsks(true)}>{t('agree.dlg.h')}</Button>}>
        <AgreementField form={form} name="agreement" />
        <AgreementField form={form} name="second" />
        <RadioField
          form={form}
          name="gender"
          label={t('title.personal')}
          options={[
            { value: '2', label: t('si.tab.pwd'), note: t('tip.pw.mix') },
            { value: '1', label: t('si.tab.code') },
          ]}
        />
        <Segmented
          label={t('title.signIn')}
          options={[
            { value: 'a', label: t('si.tab.pwd') },
            { value: 'b', label: t('si.tab.code') },
          ]}
          value={tab}
          onChange={setTab}
        />
        <Segmented
          label={t('title.signIn')}
          options={platforms.map((each) => ({ value: each, label: t(`social.${each}`) }))}
          value={platform}
          onChange={setPlatform}
        />
        <div className={css['row']}>
          {platforms.map((each) => (
            <PlatformTile key={each} platform={each} />
          ))}
          {(['neutral', 'accent', 'success', 'warning', 'danger'] as const).map((tone) => (
            <Badge key={tone} tone={tone}>
              {t('sys.saved')}
            </Badge>
          ))}
        </div>
      </FormShell>
      <AgreementDialog form={form} name="agreement" open={asks} onClose={() => setAsks(false)} />
    </Card>
  );
}

export function Emails() {
  const form = useAppForm({ defaults: { email: 'linqiao@1' }, rules: { email: { rules: emailRules } }, onSubmit: () => undefined });
  return (
    <Card title={sections.email} pad>
      <FormShell form={form}>
        <EmailField form={form} name="email" />
      </FormShell>
    </Card>
  );
}

export function Codes() {
  const form = useAppForm({
    defaults: { slots: '407', phone: '13800136021', code: '' },
    rules: { phone: { rules: phoneRules }, code: { rules: smsCodeRules }, slots: { rules: smsCodeRules, as: 'code' } },
    onSubmit: () => undefined,
  });
  return (
    <Card title={sections.codes} pad>
      <FormShell form={form}>
        <CodeSlots form={form} name="slots" />
        <PhoneField form={form} name="phone" />
        <CodeField form={form} name="code" target="phone" purpose="register" />
      </FormShell>
    </Card>
  );
}

export function WholeForm() {
  const t = useT();
  const form = useAppForm({
    defaults: { region: 'CN', phone: '', code: '', password: '', confirm: '', agreement: false },
    rules: {
      phone: { rules: phoneRules, normalize: normalizePhone },
      code: { rules: smsCodeRules },
      password: { rules: newPasswordRules },
      confirm: { rules: confirmRules },
    },
    onSubmit: async (values) => {
      await new Promise((resolve) => {
        setTimeout(resolve, 1500);
      });
      showToast({ kind: 'success', text: JSON.stringify(values) });
    },
  });
  return (
    <AuthCard title={t('rg.h')} lead={t('rg.sub')}>
      <FormShell form={form} submitLabel={t('rg.btn')} label={sections.register}>
        <RegionField form={form} name="region" />
        <PhoneField form={form} name="phone" />
        <CodeField form={form} name="code" target="phone" purpose="register" />
        <NewPasswordField form={form} name="password" />
        <PasswordField form={form} name="confirm" label={t('f.confirm')} autoComplete="new-password" placeholder={t('f.confirm.ph')} />
        <AgreementField form={form} name="agreement" />
      </FormShell>
    </AuthCard>
  );
}
