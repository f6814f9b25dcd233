import { useEffect, useState } from 'react';
import { platforms, type Platform } from '#contract/vocabulary/platforms.ts';
import { nicknameRules } from '#contract/rules/nickname.ts';
import { smsCodeRules } from '#contract/rules/code.ts';
import { emailRules } from '#contract/rules/email.ts';
import { confirmRules, newPasswordRules, passwordRules } from '#contract/rules/password.ts';
import { normalisePhone, phoneRules } from '#contract/rules/phone.ts';
import { usernameRules } from '#contract/rules/username.ts';
import { useT } from '#web/lib/i18n.tsx';
import { Announcer } from '#web/ui/announce.tsx';
import { Avatar } from '#web/ui/avatar.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { AuthCard, Card } from '#web/ui/card.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Empty } from '#web/ui/empty.tsx';
import { ErrorCard } from '#web/ui/error-card.tsx';
import { FormShell, useAppForm } from '#web/ui/form/form.tsx';
import { PasswordField } from '#web/ui/form/password-field.tsx';
import { RadioField } from '#web/ui/form/radio-field.tsx';
import { SelectField } from '#web/ui/form/select-field.tsx';
import { TextAreaField } from '#web/ui/form/text-area-field.tsx';
import { TextField } from '#web/ui/form/text-field.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { check, chevronDown, keyRound, layoutGrid, logOut, mail, monitor, smartphone, user } from '#web/ui/icons.ts';
import { Link } from '#web/ui/link.tsx';
import { LoadingBar } from '#web/ui/loading-bar.tsx';
import { Menu } from '#web/ui/menu.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Mark, Rings } from '#web/ui/rings.tsx';
import { KeyValue, KeyValues, Row, Rows, Tile } from '#web/ui/rows.tsx';
import { Segmented } from '#web/ui/segmented.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { Stepper } from '#web/ui/stepper.tsx';
import { showToast, Toaster, type ToastInput } from '#web/ui/toast.tsx';
import { AgreementDialog, AgreementField } from '#web/widgets/agreement-field.tsx';
import { CaptchaState } from '#web/widgets/captcha-state.tsx';
import { CodeField } from '#web/widgets/code-field.tsx';
import { CodeSlots } from '#web/widgets/code-slots.tsx';
import { EmailField } from '#web/widgets/email-field.tsx';
import { NewPasswordField } from '#web/widgets/new-password-field.tsx';
import { PhoneField } from '#web/widgets/phone-field.tsx';
import { PlatformTile } from '#web/widgets/platform-mark.tsx';
import { RegionField } from '#web/widgets/region-field.tsx';
import css from './gallery.module.css';

/** Names of the sections, which only developers read. */
const sections = {
  buttons: 'Buttons',
  fields: 'Text fields',
  choices: 'Choices',
  email: 'Email suggestions',
  codes: 'Codes',
  toasts: 'Toasts',
  dialogs: 'Dialogs',
  rows: 'Rows',
  values: 'Key and value',
  register: 'A whole form',
};

/** Every component in its states, in the order of the design's page of components. */
export function Gallery() {
  const t = useT();
  const [busy, setBusy] = useState(false);
  return (
    <main className={css['page']}>
      <LoadingBar active={busy} label={t('sys.loading')} />
      <div className={css['two']}>
        <div className={css['stack']}>
          <Card title={sections.buttons} pad>
            <div className={css['row']}>
              <Button variant="primary" onClick={() => setBusy(!busy)}>
                {t('btn.save')}
              </Button>
              <Button>{t('btn.cancel')}</Button>
              <Button variant="text" quiet>
                {t('btn.unbind')}
              </Button>
              <Button variant="text">{t('btn.bind')}</Button>
              <Button variant="danger">{t('title.delete')}</Button>
              <Button variant="primary" disabled>
                {t('btn.next')}
              </Button>
              <Button variant="primary" busy>
                {t('btn.continue')}
              </Button>
              <ButtonLink href="/" icon={user} size="sm">
                {t('sys.backHome')}
              </ButtonLink>
            </div>
          </Card>
          <TextFields />
          <Choices />
        </div>
        <div className={css['stack']}>
          <Emails />
          <Codes />
          <Toasts />
          <Dialogs />
          <Card title={sections.rows} note={t('sys.loading')} aside={<Badge tone="warning">{t('btn.set')}</Badge>}>
            <Rows>
              <Row
                lead={<Tile icon={keyRound} />}
                title={t('f.password')}
                note={t('tip.pw.mix')}
                action={<Button size="sm">{t('btn.change')}</Button>}
              />
              <Row lead={<Tile icon={smartphone} />} title={t('f.phone')} value="138 •••• 6021" href="/" />
              <Row lead={<Tile icon={mail} tone="warning" />} title={t('f.email')} action={<Badge tone="success">{t('btn.bind')}</Badge>} />
              <Row lead={<PlatformTile platform={platforms[0]} />} title={t(`social.${platforms[0]}`)} onClick={() => undefined} />
            </Rows>
          </Card>
          <Card
            title={sections.values}
            aside={
              <Link variant="more" href="/">
                {t('btn.view')}
              </Link>
            }
          >
            <KeyValues>
              <KeyValue label={t('title.basic')} value="Lin Qiao" action={<Button variant="text">{t('btn.modify')}</Button>} />
              <KeyValue label={t('region.label')} value={t('region.DE')} />
              <KeyValue label={t('f.email')} empty="—" action={<Button variant="text">{t('btn.set')}</Button>} />
            </KeyValues>
          </Card>
        </div>
      </div>
      <div className={css['three']}>
        <Card>
          <Empty icon={layoutGrid} title={t('title.apps')}>
            {t('sys.404')}
          </Empty>
        </Card>
        <Card busy>
          <Skeleton />
        </Card>
        <Card>
          <ErrorCard reason={t('toast.504')} onRetry={() => undefined} />
        </Card>
      </div>
      <div className={css['stack']}>
        <Stepper label={t('title.identity')} steps={[t('rc.step1'), t('rc.step2'), t('rc.step3')]} current={1} />
        <Notice tone="accent" title={t('sys.rotate')} />
        <Notice tone="warning" title={t('sys.leave')} action={<Link href="/">{t('btn.view')}</Link>}>
          {t('sys.500')}
        </Notice>
        <Notice tone="danger">{t('sys.500')}</Notice>
        <Notice>{t('msg.expired')}</Notice>
        <Card className={css['hero'] ?? ''}>
          <Rings seed={11} place="corner" />
          <Avatar size="xl" />
          <Avatar size="l" />
          <Avatar />
          <Avatar size="s" />
          <Menu
            label={t('head.menu')}
            trigger={<Icon of={chevronDown} />}
            header={t('title.userCenter')}
            items={[
              { label: t('head.userCenter'), icon: user, href: '/' },
              { label: t('head.logout'), icon: logOut, onSelect: () => undefined },
            ]}
          />
        </Card>
      </div>
      <div className={css['bare']}>
        <Rings seed={3} place="backdrop" />
        <div className={css['stack']}>
          <AuthCard
            title={t('title.resRegister')}
            lead={t('rs.reg.b')}
            mark={
              <Mark seed={5} size="m" tone="success">
                <Icon of={check} size={30} stroke={2.2} />
              </Mark>
            }
          >
            <ButtonLink variant="primary" size="lg" block href="/">
              {t('rs.home')}
            </ButtonLink>
          </AuthCard>
          <AuthCard
            title={t('title.404')}
            lead={t('sys.404')}
            mark={
              <Mark seed={404} size="l">
                {404}
              </Mark>
            }
          />
          <WholeForm />
        </div>
      </div>
      <Toaster />
      <Announcer />
    </main>
  );
}

function TextFields() {
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
      phone: { rules: phoneRules, normalise: normalisePhone },
      oldPassword: { rules: passwordRules },
    },
    onSubmit: () => undefined,
  });
  const { check: show } = form;
  useEffect(() => {
    show('phone');
    // Once, when the page has come.
    // oxlint-disable-next-line react/exhaustive-deps
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

function Choices() {
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

function Emails() {
  const form = useAppForm({ defaults: { email: 'linqiao@1' }, rules: { email: { rules: emailRules } }, onSubmit: () => undefined });
  return (
    <Card title={sections.email} pad>
      <FormShell form={form}>
        <EmailField form={form} name="email" />
      </FormShell>
    </Card>
  );
}

function Codes() {
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

function Toasts() {
  const t = useT();
  const toasts: readonly ToastInput[] = [
    { kind: 'success', text: t('f.sent', { target: '138 •••• 6021' }) },
    { kind: 'warning', text: t('toast.1024') },
    { kind: 'error', text: t('toast.404'), sticky: true, key: 'network' },
  ];
  return (
    <Card title={sections.toasts} pad>
      <div className={css['row']}>
        {toasts.map((toast) => (
          <Button key={toast.kind} onClick={() => showToast(toast)}>
            {toast.kind}
          </Button>
        ))}
      </div>
    </Card>
  );
}

function Dialogs() {
  const t = useT();
  const [open, setOpen] = useState<'s' | 'm' | 'default' | 'form' | 'captcha'>();
  const close = () => setOpen(undefined);
  const actions = (
    <>
      <Button onClick={close}>{t('btn.cancel')}</Button>
      <Button variant="danger" onClick={close}>
        {t('btn.unbind')}
      </Button>
    </>
  );
  return (
    <Card title={sections.dialogs} pad>
      <div className={css['row']}>
        {(['s', 'm', 'default', 'form', 'captcha'] as const).map((size) => (
          <Button key={size} icon={monitor} onClick={() => setOpen(size)}>
            {size}
          </Button>
        ))}
      </div>
      <Dialog open={open === 's'} onClose={close} kind="alert" title={t('title.unbind')} lead={t('sys.500')} actions={actions} />
      <Dialog open={open === 'm'} onClose={close} size="m" title={t('title.device')} lead={t('sys.500')} actions={actions}>
        {t('sys.404')}
      </Dialog>
      <Dialog open={open === 'default'} onClose={close} size="default" title={t('foot.terms')} actions={actions}>
        <p>{`${t('sys.500')} `.repeat(120)}</p>
      </Dialog>
      <FormDialog open={open === 'form'} onClose={close} />
      <Dialog
        open={open === 'captcha'}
        onClose={close}
        title={t('captcha.title')}
        lead={t('captcha.longer')}
        actions={<Button onClick={close}>{t('btn.cancel')}</Button>}
      >
        <CaptchaState status="Init" progress={0.4} isAtWidget={false} />
      </Dialog>
    </Card>
  );
}

function FormDialog({ open, onClose }: { readonly open: boolean; readonly onClose: () => void }) {
  const t = useT();
  const form = useAppForm({ defaults: { email: '' }, rules: { email: { rules: emailRules } }, onSubmit: onClose });
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('title.email')}
      actions={
        <>
          <Button onClick={onClose}>{t('btn.cancel')}</Button>
          <Button variant="primary" type="submit" form={form.id}>
            {t('btn.next')}
          </Button>
        </>
      }
    >
      <FormShell form={form}>
        <EmailField form={form} name="email" label={t('f.newEmail')} />
      </FormShell>
    </Dialog>
  );
}

function WholeForm() {
  const t = useT();
  const form = useAppForm({
    defaults: { region: 'CN', phone: '', code: '', password: '', confirm: '', agreement: false },
    rules: {
      phone: { rules: phoneRules, normalise: normalisePhone },
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
