import type { ReactNode } from 'react';
import type { AppForm } from '#web/ui/form/form.tsx';
import { CodeField } from '#web/widgets/codes/code-field.tsx';
import type { SignInValues } from './sign-in-form.tsx';

/** The code instead of the password: the page loads it when somebody chooses it. */
export function CodePart({ form }: { readonly form: AppForm<SignInValues> }): ReactNode {
  return <CodeField form={form} name="code" target="account" purpose="login" />;
}
