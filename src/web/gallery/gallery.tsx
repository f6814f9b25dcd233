import { useState } from 'react';
import { useT } from '#web/lib/i18n.tsx';
import { Announcer } from '#web/ui/announce.tsx';
import { LoadingBar } from '#web/ui/loading-bar.tsx';
import { Rings } from '#web/ui/rings.tsx';
import { Stack } from '#web/ui/stack.tsx';
import { Toaster } from '#web/ui/toast.tsx';
import { Choices, Codes, Emails, TextFields, WholeForm } from './gallery-forms.tsx';
import { Dialogs, Toasts } from './gallery-dialogs.tsx';
import { Buttons, NothingToShow, Notices, Results, RowsCard, Values } from './gallery-parts.tsx';
import css from './gallery.module.css';

/** Every component in its states, in the order of the design's page of components. */
export function Gallery() {
  const t = useT();
  const [busy, setBusy] = useState(false);
  return (
    <main className={css['page']}>
      <LoadingBar active={busy} label={t('sys.loading')} />
      <div className={css['two']}>
        <Stack>
          <Buttons onLoad={() => setBusy(!busy)} />
          <TextFields />
          <Choices />
        </Stack>
        <Stack>
          <Emails />
          <Codes />
          <Toasts />
          <Dialogs />
          <RowsCard />
          <Values />
        </Stack>
      </div>
      <NothingToShow />
      <Notices />
      <div className={css['bare']}>
        <Rings seed={3} place="backdrop" />
        <Stack>
          <Results />
          <WholeForm />
        </Stack>
      </div>
      <Toaster />
      <Announcer />
    </main>
  );
}
