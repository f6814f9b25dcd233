import type { ReactNode } from 'react';
import type { ProfileItem } from '#contract/account/profile/items.ts';
import type { EditProps } from './edit.ts';
import { FormEdit } from './form-edit.tsx';
import { ItemField } from './lists/item-field.tsx';
import { useProfileForm } from './profile-form.ts';

/** Changes one item of the profile. */
export function ItemEdit({ item, children, ...options }: EditProps & { readonly item: ProfileItem }): ReactNode {
  const { form, defaults } = useProfileForm(options);
  return (
    <FormEdit form={form} defaults={defaults} layout={children}>
      <ItemField form={form} item={item} />
    </FormEdit>
  );
}
