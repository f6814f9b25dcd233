import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useId, useState, type ReactNode } from 'react';
import { settingsEndpoints } from '#contract/apps/settings/settings.ts';
import { limits } from '#contract/limits.ts';
import { settingGroups, isSystemSetting } from '#contract/apps/settings/settings.words.ts';
import { call } from '#web/lib/api/api.ts';
import { useT, translate, type Translate } from '#web/lib/texts/i18n.tsx';
import { handleRefusal } from '#web/lib/api/refusals.ts';
import { PendingCard } from '#web/ui/feedback/pending.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { monitorSmartphone, layoutGrid, monitor, settings as gear } from '#web/ui/marks/icons.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { Row, Rows } from '#web/ui/layout/rows.tsx';
import { Tile } from '#web/ui/layout/badge.tsx';
import { Stack } from '#web/ui/layout/stack.tsx';
import { settingsKey, useSettings, type Settings, type EmptySetting, type Setting } from './settings.ts';
import { Switch } from '#web/ui/form/fields/switch.tsx';
import { notify } from '#web/lib/page/notify.ts';
import { dayText } from '#web/lib/texts/time-text.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Question } from '#web/widgets/page/question.tsx';
import { withProof } from '#web/widgets/identity-proof/proof.ts';
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

const icons = { system: gear, appearance: monitor, programs: layoutGrid } as const;

/** A setting with its switch. One that is off, or whose program is gone, can be erased singly. */
function SettingRow({ setting }: { readonly setting: Setting | EmptySetting }): ReactNode {
  const { clientID, key, app, group } = setting;
  const t = useT();
  const id = useId();
  const cache = useQueryClient();
  const [sent, setSent] = useState<boolean>();
  const [asking, setAsking] = useState<boolean>();
  const stored = 'bytes' in setting ? setting : undefined;
  const isOn = sent ?? stored?.on ?? false;
  const name = nameOf(setting, t);

  async function turn(on: boolean): Promise<void> {
    setSent(on);
    try {
      await call(settingsEndpoints.switchSetting, { body: { clientID, key, on } });
      await cache.invalidateQueries({ queryKey: settingsKey });
    } catch (error) {
      handleRefusal(error);
    } finally {
      setSent(undefined);
    }
  }

  async function erase(): Promise<void> {
    await call(settingsEndpoints.eraseSetting, { body: { clientID, key } });
    setAsking(false);
    notify({ kind: 'success', text: translate('sy.eraseOk') });
    await cache.invalidateQueries({ queryKey: settingsKey });
  }

  const isErasable = stored !== undefined && (!isOn || app === clientID);
  return (
    <>
      <Row
        lead={<Tile icon={icons[group]} />}
        title={<label htmlFor={id}>{name}</label>}
        note={stored === undefined ? t('sy.rowEmpty') : isOn ? placeText(stored) : t('sy.rowOff', { size: sizeText(stored.bytes) })}
        action={
          <span className={css['acts']}>
            {isErasable && (
              <Button variant="text" size="sm" quiet label={t('sy.eraseOneOf', { name })} onClick={() => setAsking(true)}>
                {t('sy.eraseOne')}
              </Button>
            )}
            <Switch id={id} on={isOn} busy={sent !== undefined} onChange={(on) => void turn(on)} />
          </span>
        }
      />
      {asking !== undefined && (
        <Question
          open={asking}
          onClose={() => setAsking(false)}
          title={t('sy.eraseOneH', { name })}
          lead={t('sy.eraseOneB')}
          verb={t('sy.eraseOne')}
          act={erase}
        />
      )}
    </>
  );
}

function nameOf({ key, app }: EmptySetting, t: Translate): string {
  return isSystemSetting(key) ? t(`sy.k.${key}`) : t('sy.ofApp', { app, key });
}

function placeText({ bytes, changedAt, device }: Setting): string {
  return `${sizeText(bytes)} · ${dayText(changedAt)} · ${device}`;
}

/** The used room, and the end of everything stored. */
function SettingsFoot({ bytes }: { readonly bytes: number }): ReactNode {
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

/** A number of bytes for people. */
function sizeText(bytes: number): string {
  return bytes < 1024 * 1024 ? `${Math.ceil(bytes / 1024)} KB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`;
}
