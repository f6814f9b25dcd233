import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { desktopEndpoints } from '#contract/apps/desktop/desktop.ts';
import { call } from '#web/lib/api/api.ts';
import type { CallData } from '#web/lib/api/call-types.ts';
import { translate, useLanguage, useT } from '#web/lib/texts/i18n.tsx';
import { notify } from '#web/lib/page/notify.ts';
import { isRefusal } from '#web/lib/api/refusal-error.ts';
import { lastSeenText } from '#web/lib/texts/time-text.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { Row, Rows } from '#web/ui/layout/rows.tsx';
import { accountCache } from '#web/widgets/account/account-cache.ts';
import { useIsAccountSettled } from '#web/widgets/account/account.ts';
import { AppIcon } from '#web/widgets/oauth-client/app-icon.tsx';
import { Question } from '#web/widgets/page/question.tsx';
import css from './programs.module.css';

type Program = CallData<typeof desktopEndpoints.listPrograms>[number];

/** A program on one of the person's computers. */
interface Place {
  readonly clientID: string;
  readonly device: string;
  readonly app: string;
  readonly computer: string;
}

const programsKey = ['programs'] as const;

/** Programs of the person's computers that use the account; nothing without one. The list of apps does not wait for it. */
export function Programs(): ReactNode {
  const t = useT();
  const language = useLanguage();
  const enabled = useIsAccountSettled();
  const [asked, setAsked] = useState<Place>();
  const [open, setOpen] = useState(false);
  const { data = [] } = useQuery({
    queryKey: programsKey,
    queryFn: ({ signal }) => call(desktopEndpoints.listPrograms, { signal }),
    enabled,
  });
  const rows = data.flatMap((program) => program.devices.map((device) => ({ program, device })));
  const programPlace = ({ clientID, name }: Program, { id, name: computer }: Program['devices'][number]): Place => ({
    clientID,
    device: id,
    app: name[language],
    computer: computer === '' ? t('dv.noName') : computer,
  });
  if (rows.length === 0 && asked === undefined) return null;
  return (
    <div className={css['programs']}>
      {rows.length > 0 && (
        <Card title={t('ap.desktop')}>
          <Rows>
            {rows.map(({ program, device }) => {
              const place = programPlace(program, device);
              return (
                <Row
                  key={`${program.clientID} ${device.id}`}
                  lead={<AppIcon src={program.icon} />}
                  title={place.app}
                  note={t('ap.desktop.on', { computer: place.computer, time: lastSeenText(device.lastUsedAt) })}
                  action={
                    <Button
                      size="sm"
                      label={t('ap.desktop.a', { app: place.app, computer: place.computer })}
                      onClick={() => {
                        setAsked(place);
                        setOpen(true);
                      }}
                    >
                      {t('ap.revoke')}
                    </Button>
                  }
                />
              );
            })}
          </Rows>
        </Card>
      )}
      {asked !== undefined && <EndQuestion place={asked} open={open} onClose={() => setOpen(false)} />}
    </div>
  );
}

function EndQuestion({ place, open, onClose }: { readonly place: Place; readonly open: boolean; readonly onClose: () => void }): ReactNode {
  const t = useT();
  const { clientID, device, app, computer } = place;

  async function remove(): Promise<void> {
    try {
      await call(desktopEndpoints.removeProgram, { body: { clientID, device } });
      notify({ kind: 'success', text: translate('ap.revoke.ok') });
      onClose();
    } catch (error) {
      if (!isRefusal(error, 'notFound')) throw error;
      // Removed elsewhere meanwhile.
      onClose();
    } finally {
      await accountCache.invalidateQueries({ queryKey: programsKey });
    }
  }

  return (
    <Question
      open={open}
      onClose={onClose}
      title={t('ap.desktop.h', { app, computer })}
      lead={t('ap.desktop.b')}
      verb={t('ap.revoke')}
      act={remove}
    />
  );
}
