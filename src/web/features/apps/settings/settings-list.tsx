import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useId, useState, type ReactNode } from 'react';
import { settingsEndpoints } from '#contract/apps/settings/settings.ts';
import { limits } from '#contract/limits.ts';
import { settingGroups } from '#contract/apps/settings/settings.words.ts';
import { call } from '#web/lib/api/api.ts';
import { useT } from '#web/lib/texts/i18n.tsx';
import { handleRefusal } from '#web/lib/api/refusals.ts';
import { PendingCard } from '#web/ui/feedback/pending.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { monitorSmartphone } from '#web/ui/marks/icons.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { Row, Rows } from '#web/ui/layout/rows.tsx';
import { Tile } from '#web/ui/layout/badge.tsx';
import { Stack } from '#web/ui/layout/stack.tsx';
import { SettingsFoot } from './settings-foot.tsx';
import { SettingRow } from './setting-row.tsx';
import { settingsKey, useSettings, type Settings } from './settings.ts';
import { Switch } from '#web/ui/form/fields/switch.tsx';
import css from './settings.module.css';

/** The settings that computers have stored in the account, and the switch for all of them. */
export function SettingsList(): ReactNode {
  const t = useT();
  const settings = useSettings();
  if (settings.data === undefined) return <PendingCard of={settings} />;
  const { settings: stored, off, bytes, enabled } = settings.data;
  const shown = [...stored, ...off];
  const isFull = bytes >= limits.settingsBytes || stored.length >= limits.settingsMax;
  return (
    <Stack>
      {isFull && <Notice title={t('sy.full')} />}
      <MainSwitch settings={settings.data} />
      {shown.length > 0 && (
        <>
          {settingGroups.map((group) => {
            const found = shown.filter((one) => one.group === group);
            return found.length === 0 ? null : (
              <Card key={group} title={t(`sy.g.${group}`)} {...(enabled ? {} : { className: css['paused'] })}>
                <Rows>
                  {found.map((one) => (
                    <SettingRow key={`${one.clientID} ${one.key}`} setting={one} />
                  ))}
                </Rows>
              </Card>
            );
          })}
          <SettingsFoot bytes={bytes} />
        </>
      )}
      {enabled && <p className={css['note']}>{t('sy.note')}</p>}
    </Stack>
  );
}

function MainSwitch({ settings }: { readonly settings: Settings }): ReactNode {
  const { enabled, devices } = settings;
  const t = useT();
  const id = useId();
  const cache = useQueryClient();
  // Until the answer is on screen.
  const [sent, setSent] = useState<boolean>();
  useEffect(() => setSent(undefined), [settings]);
  const isOn = sent ?? enabled;

  async function turn(wanted: boolean): Promise<void> {
    setSent(wanted);
    try {
      await call(settingsEndpoints.switchSettings, { body: { enabled: wanted } });
      cache.setQueryData<Settings>(settingsKey, (before) => before && { ...before, enabled: wanted });
    } catch (error) {
      setSent(undefined);
      handleRefusal(error);
    }
  }

  return (
    <Card>
      <Rows>
        <Row
          lead={<Tile icon={monitorSmartphone} tone="accent" />}
          title={<label htmlFor={id}>{t('sy.main')}</label>}
          note={!isOn ? t('sy.offB') : devices > 0 ? t('sy.users', { n: devices }) : t('sy.empty')}
          action={<Switch id={id} on={isOn} busy={sent !== undefined} onChange={(on) => void turn(on)} />}
        />
      </Rows>
    </Card>
  );
}
