import { useRef, type ReactNode } from 'react';
import { developerEndpoints } from '#contract/apps/developer/developer.ts';
import { secretEnds } from '#contract/apps/developer/developer.words.ts';
import { call } from '#web/lib/api/api.ts';
import type { CallInput } from '#web/lib/api/call-types.ts';
import { translate, useT } from '#web/lib/texts/i18n.tsx';
import { notify } from '#web/lib/page/notify.ts';
import { randomKey } from '#web/lib/person/random-key.ts';
import { isRefusal } from '#web/lib/api/refusal-error.ts';
import { FormDialog } from '#web/widgets/page/form-dialog.tsx';
import { useAppForm } from '#web/ui/form/form.tsx';
import { RadioField } from '#web/ui/form/fields/radio-field.tsx';
import { withProof } from '#web/widgets/identity-proof/proof.ts';
import { reloadApp, type OwnApp } from '../use-developer.ts';

interface NewSecretDialogProps {
  readonly app: OwnApp;
  readonly open: boolean;
  readonly onClose: () => void;
  readonly onMade: (made: { readonly id: string; readonly secret: string }) => void;
}

/** Makes a secret, and asks when the one before it ends. */
export function NewSecretDialog({ app, open, onClose, onMade }: NewSecretDialogProps): ReactNode {
  const t = useT();
  const { clientID: id, secrets } = app;
  // The same until an answer came: a repeated press cannot make two secrets.
  const attempt = useRef(newAttempt());

  /** `lost`: the secret exists, but its answer did not come and nobody has seen it. */
  async function make(body: CallInput<typeof developerEndpoints.makeSecret>['body']) {
    try {
      const made = await call(developerEndpoints.makeSecret, { params: { id }, body });
      attempt.current.isOver = true;
      return made;
    } catch (error) {
      if (!isRefusal(error, 'tokenError')) throw error;
      attempt.current.isOver = true;
      return 'lost' as const;
    }
  }

  const form = useAppForm<{ readonly oldEnds: string }>({
    // Somebody else may know a secret that is on hold.
    defaults: { oldEnds: secrets.some(({ held }) => held) ? 'now' : 'week' },
    rules: {},
    onSubmit: async ({ oldEnds }) => {
      const body = { oldEnds: secretEnds.find((end) => end === oldEnds) ?? 'week', idempotencyKey: attempt.current.key };
      const made = await withProof({ action: 'appSecret', target: id }, () => make(body)).finally(() => {
        if (attempt.current.isOver) attempt.current = newAttempt();
      });
      if (made === undefined) return;
      onClose();
      if (made === 'lost') notify({ kind: 'warning', text: translate('dc.k.again') });
      else onMade({ id: made.id, secret: made.secret });
      await reloadApp(id);
    },
  });

  return (
    <FormDialog form={form} open={open} onClose={onClose} title={t('dc.k.new')} lead={t('dc.k.two')} verb={t('dc.k.make')}>
      {secrets.length > 0 && (
        <RadioField
          form={form}
          name="oldEnds"
          label={t('dc.k.end')}
          columns={2}
          options={secretEnds.map((value) => ({ value, label: t(`dc.k.${value}`) }))}
        />
      )}
    </FormDialog>
  );
}

function newAttempt(): { key: string; isOver: boolean } {
  return { key: randomKey(), isOver: false };
}
