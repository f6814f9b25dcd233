import { useEffect, useRef, type ReactNode } from 'react';
import { useT, type MessageKey, type Translate } from '#web/lib/texts/i18n.tsx';
import { Button } from '#web/ui/controls/button.tsx';
import css from './conflict-bar.module.css';
import { type SettingsValues, chosenScopes, optionNames } from './settings-values.ts';
import { languages } from '#contract/vocabulary/languages.ts';
import { languageText } from '#web/lib/texts/intl.ts';
import { scopeWords } from '#web/widgets/oauth-client/scopes.ts';

interface ConflictBarProps {
  readonly mine: SettingsValues;
  readonly other: SettingsValues;
  /** The values with which the form began. */
  readonly from: SettingsValues;
  readonly onMine: () => Promise<void>;
  readonly onOther: () => void;
}

/** Another window has saved meanwhile: both values of each field that differs, and the choice. */
export function ConflictBar({ mine, other, from, onMine, onOther }: ConflictBarProps): ReactNode {
  const t = useT();
  const bar = useRef<HTMLDivElement>(null);
  useEffect(() => bar.current?.focus(), []);
  // The form's keys.
  const names = (Object.keys(mine) as (keyof SettingsValues)[]).filter(
    (name) => mine[name] !== other[name] && (mine[name] !== from[name] || other[name] !== from[name]),
  );
  return (
    <div ref={bar} className={css['bar']} role="alert" tabIndex={-1}>
      <b>{t('dc.conflict')}</b>
      {names.length > 0 && (
        <table>
          <thead>
            <tr>
              <th scope="col">{t('dc.f.setting')}</th>
              <th scope="col">{t('dc.f.mine')}</th>
              <th scope="col">{t('dc.f.other')}</th>
            </tr>
          </thead>
          <tbody>
            {names.map((name) => (
              <tr key={name}>
                <th scope="row">{fieldLabel(name, t)}</th>
                <td>{shownValue(mine[name], t)}</td>
                <td>{shownValue(other[name], t)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <div className={css['acts']}>
        <Button size="sm" onClick={onOther}>
          {t('dc.conflict.other')}
        </Button>
        <Button size="sm" variant="primary" onClick={() => void onMine()}>
          {t('dc.conflict.mine')}
        </Button>
      </div>
    </div>
  );
}

/** Settings whose texts have other names. */
const ownLabels: { readonly [Name in keyof SettingsValues]?: MessageKey } = {
  redirectUris: 'dc.f.redirects',
  postLogoutUris: 'dc.f.signOuts',
  backchannelLogoutUri: 'dc.o.backchannel',
  sectorUri: 'dc.o.sector',
};

/** The name of a setting, where it stands alone. */
function fieldLabel(name: keyof SettingsValues, t: Translate): string {
  for (const scope of chosenScopes) {
    if (name === `scope.${scope}`) return t(scopeWords[scope].text);
    if (name === `why.${scope}`) return `${t('dc.f.why')} (${scope})`;
  }
  for (const language of languages) {
    for (const of of ['name', 'privacy', 'terms'] as const) {
      if (name === `${of}.${language}`) return t(`dc.f.${of}`, { name: languageText(language) });
    }
  }
  for (const option of optionNames) if (name === `option.${option}`) return t(`dc.o.${option}`);
  return t(ownLabels[name] ?? 'dc.f.home');
}

function shownValue(value: string | boolean, t: Translate): string {
  if (typeof value === 'boolean') return t(value ? 'dc.f.on' : 'dc.f.off');
  return value === '' ? '–' : value;
}
