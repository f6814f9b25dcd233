import { languages } from '#contract/vocabulary/languages.ts';
import type { MessageKey, Translate } from '#web/lib/texts/i18n.tsx';
import { languageText } from '#web/lib/texts/intl.ts';
import { scopeWords } from '#web/widgets/oauth-client/scopes.ts';
import { chosenScopes, optionNames, type SettingsValues } from './settings-values.ts';

/** Settings whose texts have other names. */
const ownLabels: { readonly [Name in keyof SettingsValues]?: MessageKey } = {
  redirectUris: 'dc.f.redirects',
  postLogoutUris: 'dc.f.signOuts',
  backchannelLogoutUri: 'dc.o.backchannel',
  sectorUri: 'dc.o.sector',
};

/** The name of a setting, where it stands alone. */
export function fieldLabel(name: keyof SettingsValues, t: Translate): string {
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

export function shownValue(value: string | boolean, t: Translate): string {
  if (typeof value === 'boolean') return t(value ? 'dc.f.on' : 'dc.f.off');
  return value === '' ? '–' : value;
}
