import type { ReactNode } from 'react';
import type { AccountView } from '#contract/schemas/account.ts';
import type { Platform } from '#contract/vocabulary/platforms.ts';
import { useT } from '#web/lib/i18n.tsx';
import { Button } from '#web/ui/button.tsx';
import { FlowStep } from '#web/ui/flow/flow.tsx';
import { useAppForm } from '#web/ui/form/form.tsx';
import { useUnbinding } from '#web/widgets/sign-in/unbinding.ts';
import { unbindable } from './unbindable.ts';

interface UnbindStepProps {
  readonly platform: Platform;
  readonly account: AccountView;
  readonly onDone: () => void;
}

/** The question of {@link UnbindSocialDialog} as a page. */
export function UnbindStep({ platform, account, onDone }: UnbindStepProps): ReactNode {
  const t = useT();
  const { isLast, unbind, takeRefusal } = useUnbinding(unbindable(platform), account);
  const form = useAppForm({
    defaults: {},
    rules: {},
    onSubmit: async () => {
      if (await unbind()) onDone();
    },
    onRefusal: takeRefusal,
  });
  const names = { platform: t(`social.${platform}`) };
  if (isLast) {
    return (
      <FlowStep key="last" title={t('unbind.h', names)} lead={t('unbind.last')}>
        <Button variant="primary" size="lg" block onClick={onDone}>
          {t('btn.ok')}
        </Button>
      </FlowStep>
    );
  }
  return (
    <FlowStep
      key="ask"
      title={t('unbind.h', names)}
      lead={t('unbind.b', names)}
      form={form}
      submitLabel={t('btn.unbind')}
      submitVariant="danger"
      onCancel={onDone}
    />
  );
}
