import { useState, type ReactNode } from 'react';
import { desktopEndpoints } from '#contract/apps/desktop/desktop.ts';
import { call } from '#web/lib/api/api.ts';
import { isRefusal } from '#web/lib/api/refusal-error.ts';
import { useT } from '#web/lib/texts/i18n.tsx';
import { atStart, lastDayText } from '#web/lib/texts/time-text.ts';
import { Card } from '#web/ui/layout/card.tsx';
import { Row, Rows } from '#web/ui/layout/rows.tsx';
import { laptop } from '#web/ui/marks/icons.ts';
import { accountCache } from '#web/widgets/account/account-cache.ts';
import type { AuthorizedApp } from '#web/widgets/oauth-client/apps.ts';
import { Question } from '#web/widgets/page/question.tsx';
import { programsKey, type Computer } from './programs.ts';

interface ComputersProps {
  readonly app: AuthorizedApp;
  readonly of: readonly Computer[];
}

/** The computers on which a program uses the app; each can be ended separately. */
export function Computers({ app: { clientID }, of }: ComputersProps): ReactNode {
  const t = useT();
  const [asked, setAsked] = useState<Computer>();
  const [open, setOpen] = useState(false);
  const nameOf = ({ name }: Computer): string => name || t('dv.noName');

  async function end(device: string): Promise<void> {
    try {
      await call(desktopEndpoints.removeProgram, { body: { clientID, device } });
    } catch (error) {
      // Ended elsewhere meanwhile.
      if (!isRefusal(error, 'notFound')) throw error;
    } finally {
      setOpen(false);
      await accountCache.invalidateQueries({ queryKey: programsKey });
      document.querySelector<HTMLElement>('h1')?.focus();
    }
  }

  return (
    <>
      {of.length > 0 && (
        <Card title={t('ap.desktop')}>
          <Rows>
            {of.map((computer) => (
              <Row
                key={computer.id}
                icon={laptop}
                title={nameOf(computer)}
                note={atStart(t('ap.used', { time: lastDayText(computer.lastUsedAt) }))}
                onClick={() => {
                  setAsked(computer);
                  setOpen(true);
                }}
              />
            ))}
          </Rows>
        </Card>
      )}
      {asked !== undefined && (
        <Question
          open={open}
          onClose={() => setOpen(false)}
          title={t('ap.desktop.h', { computer: nameOf(asked) })}
          lead={t('ap.desktop.b')}
          verb={t('ap.take')}
          act={() => end(asked.id)}
        />
      )}
    </>
  );
}
