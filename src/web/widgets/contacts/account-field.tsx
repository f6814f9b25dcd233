import type { FieldTexts } from '#web/ui/form/field.tsx';
import type { FieldIn } from '#web/ui/form/use-field.ts';
import { EmailField } from './email-field.tsx';

interface AccountFieldProps<V> extends Partial<FieldTexts>, FieldIn<V> {
  readonly autoComplete?: string;
}

/** The identifier at sign-in and recovery: a phone number, an email address or a username. */
export function AccountField<V>(props: AccountFieldProps<V>) {
  return <EmailField {...props} identifier />;
}
