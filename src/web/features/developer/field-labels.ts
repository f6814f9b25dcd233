import type { Translate } from '#web/lib/i18n.tsx';
import { scopeWords } from '#web/widgets/oauth-client/scopes.ts';
import { chosenScopes, optionNames, type SettingsValues } from './settings-values.ts';

/** The name of a setting, where it stands alone. */
export function fieldLabel(name: keyof SettingsValues, t: Translate): string {
  for (const scope of chosenScopes) {
    if (name === `scope.${scope}`) return t(scopeWords[scope].text);
    if (name === `why.${scope}`) return `${t('dc.f.why')} (${scope})`;
  }
  for (const option of optionNames) if (name === `option.${option}`) return t(`dc.o.${option}`);
  switch (name) {
    case 'redirectUris':
      return t('dc.f.redirects');
    case 'postLogoutUris':
      return t('dc.f.signOuts');
    case 'backchannelLogoutUri':
      return t('dc.o.backchannel');
    case 'pkceOff':
    case 'pkceRisk':
      return t('dc.o.pkceOff');
    default:
      return t(`dc.f.${name as 'nameEn'}`);
  }
}

export function shownValue(value: string | boolean, t: Translate): string {
  if (typeof value === 'boolean') return t(value ? 'dc.f.on' : 'dc.f.off');
  return value === '' ? '–' : value;
}
