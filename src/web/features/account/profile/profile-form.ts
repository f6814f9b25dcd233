import { localToday } from '#web/lib/texts/local-today.ts';
import { useState } from 'react';
import { useAppForm, type AppForm } from '#web/ui/form/form.tsx';
import type { EditOptions } from './edit.ts';
import { changesOf, fieldRules, valuesOf, type FormValues } from './lists/profile-items.ts';
import { saveProfile } from './save-profile.ts';

interface ProfileForm {
  readonly form: AppForm<FormValues>;
  /** The account's values at the start of the editing. */
  readonly defaults: FormValues;
}

/** A form for profile items that sends the differences; a failure keeps the typed values. */
export function useProfileForm({ account, onDone }: EditOptions): ProfileForm {
  const [defaults] = useState(() => valuesOf(account));
  const form = useAppForm<FormValues>({
    defaults,
    rules: fieldRules,
    context: () => ({ today: localToday() }),
    onSubmit: async (values) => {
      const changes = changesOf(defaults, values);
      // Without a separate consent that it needs, the form stays as it is.
      if (Object.keys(changes).length === 0 || (await saveProfile(changes))) onDone();
    },
  });
  return { form, defaults };
}
