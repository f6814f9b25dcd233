import { languageFacts } from '#contract/vocabulary/languages.ts';
import { useLanguage, useT } from '#web/lib/texts/i18n.tsx';
import type { RefusalError } from '#web/lib/api/refusal-error.ts';
import { refusalText } from '#web/lib/api/refusals.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Dialog, type Opened } from '#web/ui/feedback/dialog.tsx';
import { CheckboxField } from '#web/ui/form/fields/checkbox-field.tsx';
import type { AppForm, Widened } from '#web/ui/form/form.tsx';
import type { NameOf } from '#web/ui/form/use-field.ts';
import { Link } from '#web/ui/controls/link.tsx';
import { showToast } from '#web/ui/feedback/toast.tsx';
import { forgetAgreementVersions } from './agreement-versions.ts';

interface AgreementFieldProps<V> {
  readonly form: AppForm<V>;
  readonly name: NameOf<V, boolean>;
}

/** The tick that every new account requires (spec 2). The links open beside the form and do not tick it. */
export function AgreementField<V>({ form, name }: AgreementFieldProps<V>) {
  return <CheckboxField form={form} name={name} label={<AgreementText />} />;
}

/** "I have read and agree to the Service Agreement and Privacy Policy", with both links. */
export function AgreementText() {
  const t = useT();
  const { space, quotes } = languageFacts[useLanguage()];
  const title = (text: string) => quotes.join(text);
  return (
    <>
      {t('agree.1')}
      {space}
      <Link variant="inline" href="/agreement/server" newTab>
        {title(t('foot.terms'))}
      </Link>
      {space}
      {t('agree.and')}
      {space}
      <Link variant="inline" href="/agreement/private" newTab>
        {title(t('foot.privacy'))}
      </Link>
    </>
  );
}

interface AgreementDialogProps<V> extends AgreementFieldProps<V>, Opened {}

/** Asks for the missing tick after a submission; accepting ticks the box and sends the form. */
export function AgreementDialog<V>({ form, name, open, onClose }: AgreementDialogProps<V>) {
  const t = useT();
  const agree = (): void => {
    onClose();
    tick(form, name, true);
    form.submit();
  };
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('agree.dlg.h')}
      lead={<AgreementText />}
      actions={
        <>
          <Button onClick={onClose}>{t('btn.cancel')}</Button>
          <Button variant="primary" onClick={agree}>
            {t('agree.dlg.btn')}
          </Button>
        </>
      }
    />
  );
}

/** Asks again for the tick if it is missing or the agreements have changed (1009, 3010). False for another refusal. */
export function askForAgreementAgain<V>(form: AppForm<V>, name: NameOf<V, boolean>, error: RefusalError): boolean {
  if (error.refusal !== 'agreementMissing' && error.refusal !== 'agreementChanged') return false;
  forgetAgreementVersions();
  tick(form, name, false);
  showToast({ kind: 'warning', text: refusalText(error) });
  return true;
}

/** The name guarantees that the field is a checkbox. */
function tick<V>(form: AppForm<V>, name: NameOf<V, boolean>, ticked: boolean): void {
  form.set(name, ticked as Widened<V[NameOf<V, boolean>]>);
}
