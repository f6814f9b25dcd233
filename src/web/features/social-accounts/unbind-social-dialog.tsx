import type { ReactNode } from 'react';
import type { Platform } from '#contract/vocabulary/platforms.ts';
import { useT } from '#web/lib/i18n.tsx';
import { UnbindQuestion } from '#web/widgets/sign-in/unbind-question.tsx';
import { unbindable } from './unbindable.ts';

interface UnbindSocialDialogProps {
  /** The platform in question; undefined while there is no question. */
  readonly platform: Platform | undefined;
  readonly onClose: () => void;
}

/** Asks for confirmation before a social account is unbound. */
export function UnbindSocialDialog({ platform, onClose }: UnbindSocialDialogProps): ReactNode {
  const t = useT();
  const names = { platform: platform === undefined ? '' : t(`social.${platform}`) };
  return (
    <UnbindQuestion
      open={platform !== undefined}
      what={platform && unbindable(platform)}
      title={t('unbind.h', names)}
      renderLead={() => t('unbind.b', names)}
      lastLead={t('unbind.last')}
      onClose={onClose}
      onDone={onClose}
    />
  );
}
