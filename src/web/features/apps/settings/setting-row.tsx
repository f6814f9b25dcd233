import { useQueryClient } from '@tanstack/react-query';
import { useId, useState, type ReactNode } from 'react';
import { settingsEndpoints } from '#contract/apps/settings/settings.ts';
import { isSystemSetting } from '#contract/apps/settings/settings.words.ts';
import { call } from '#web/lib/api/api.ts';
import { translate, useT, type Translate } from '#web/lib/texts/i18n.tsx';
import { notify } from '#web/lib/page/notify.ts';
import { handleRefusal } from '#web/lib/api/refusals.ts';
import { dayText } from '#web/lib/texts/time-text.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Switch } from '#web/ui/form/fields/switch.tsx';
import { layoutGrid, monitor, settings as gear } from '#web/ui/marks/icons.ts';
import { Row } from '#web/ui/layout/rows.tsx';
import { Tile } from '#web/ui/layout/badge.tsx';
import { Question } from '#web/widgets/page/question.tsx';
import { settingsKey, type EmptySetting, type Setting } from './settings.ts';
import { sizeText } from './size-text.ts';
import css from './settings.module.css';

const icons = { system: gear, appearance: monitor, programs: layoutGrid } as const;

/** A setting with its switch. One that is off, or whose program is gone, can be erased singly. */
export function SettingRow({ setting }: { readonly setting: Setting | EmptySetting }): ReactNode {
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
