import { useState } from 'react';
import { useAppForm, type AppForm } from '#web/ui/form/form.tsx';
import type { EditOptions } from './edit.ts';
import { changesOf, fieldRules, localToday, valuesOf, type FormValues } from './profile-items.ts';
import { saveProfile } from './save-profile.ts';

interface ProfileForm {
  readonly form: AppForm<FormValues>;
  /** What the account had when the editing began. */
  readonly defaults: FormValues;
}

/** A form over the profile's items, which sends what differs; a failure leaves what was typed. */
export function useProfileForm({ account, onDone }: EditOptions): ProfileForm {
  const [defaults] = useState(() => valuesOf(account));
  const form = useAppForm<FormValues>({
    defaults,
    rules: fieldRules,
    context: () => ({ today: localToday() }),
    onSubmit: async (values) => {
      const changes = changesOf(defaults, values);
      if (Object.keys(changes).length > 0) await saveProfile(changes);
      onDone();
    },
  });
  return { form, defaults };
}
