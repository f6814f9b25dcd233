import type { ReactNode } from 'react';
import type { ProfileItem } from '#contract/profile/items.ts';
import { FormShell } from '#web/ui/form/form.tsx';
import { useIsChanged } from '#web/ui/form/use-field.ts';
import type { EditProps } from './edit.ts';
import { ItemField } from './item-field.tsx';
import { useProfileForm } from './profile-form.ts';

/** Changes one item of the profile. */
export function ItemEdit({ item, children, ...options }: EditProps & { readonly item: ProfileItem }): ReactNode {
  const { form, defaults } = useProfileForm(options);
  const changed = useIsChanged(form, defaults);
  return children({
    formId: form.id,
    pending: form.pending,
    changed,
    blocked: false,
    content: (
      <FormShell form={form}>
        <ItemField form={form} item={item} />
      </FormShell>
    ),
  });
}
