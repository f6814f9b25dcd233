import { useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { settingsEndpoints } from '#contract/apps/settings/settings.ts';
import { limits } from '#contract/limits.ts';
import { call } from '#web/lib/api/api.ts';
import { translate, useT } from '#web/lib/texts/i18n.tsx';
import { notify } from '#web/lib/page/notify.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { Stack } from '#web/ui/layout/stack.tsx';
import { withProof } from '#web/widgets/identity-proof/proof.ts';
import { Question } from '#web/widgets/page/question.tsx';
import { settingsKey } from './settings.ts';
import { sizeText } from './size-text.ts';
import css from './settings.module.css';

/** The used room, and the end of everything stored. */
export function SettingsFoot({ bytes }: { readonly bytes: number }): ReactNode {
  const t = useT();
  const used = t('sy.used', { used: sizeText(bytes) });
  return (
    <Card pad>
      <Stack>
        <div>
          {used}
          <meter className={css['used']} aria-label={used} max={limits.settingsBytes} value={bytes} />
        </div>
        <div>
          <EraseButton />
        </div>
      </Stack>
    </Card>
  );
}

function EraseButton(): ReactNode {
  const t = useT();
  const cache = useQueryClient();
  const [asking, setAsking] = useState(false);

  async function erase(): Promise<void> {
    const done = await withProof({ action: 'eraseSettings' }, () => call(settingsEndpoints.eraseSettings, { body: {} }));
    setAsking(false);
    if (done === undefined) return;
    notify({ kind: 'success', text: translate('sy.eraseOk') });
    await cache.invalidateQueries({ queryKey: settingsKey });
  }

  return (
    <>
      <Button red onClick={() => setAsking(true)}>
        {t('sy.erase')}
      </Button>
      <Question
        open={asking}
        onClose={() => setAsking(false)}
        title={t('sy.eraseH')}
        lead={t('sy.eraseB')}
        verb={t('sy.erase')}
        act={erase}
      />
    </>
  );
}
