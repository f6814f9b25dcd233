import type { Language } from '#contract/vocabulary/languages.ts';
import type { Translate } from '#web/lib/i18n.tsx';
import { htmlLang } from '#web/lib/language.ts';
import { globe, laptop, monitor, monitorSmartphone, smartphone, tablet } from '#web/ui/icons.ts';
import type { Device } from './devices.ts';

const icons: Readonly<Record<string, string>> = { pc: monitor, notebook: laptop, phone: smartphone, tablet };

/** The icon for a kind of device. */
export function deviceIcon({ type, kind }: Device): string {
  return icons[type] ?? (kind === 'browser' ? globe : monitorSmartphone);
}

/** The device's own name, or the browser and its system. */
export function deviceName({ kind, name, model, os }: Device, t: Translate): string {
  if (kind === 'device') return name || model || t('dv.noName');
  if (name === '' && os === '') return t('dv.noName');
  return os === '' ? name : t('dv.browser', { browser: name || t('dv.app'), os });
}

/** Model, system and place, if known and not part of the name. */
export function deviceFacts(device: Device, { t, language }: { readonly t: Translate; readonly language: Language }): readonly string[] {
  const { kind, name, model, os, osVersion } = device;
  // Without a version, the name of a browser already includes the system.
  const system = kind === 'browser' && osVersion === '' ? '' : `${os} ${osVersion}`.trim();
  return [name === '' ? '' : model, system, placeOf(device, { t, language })].filter((fact) => fact !== '');
}

/** The city, or the known part of the place; if there is none, the truncated client IP. */
export function placeOf(
  { location, address }: Pick<Device, 'location' | 'address'>,
  { t, language }: { readonly t: Translate; readonly language: Language },
): string {
  const { city, region, country } = location;
  if (city !== '' || region !== '') return city || region;
  if (country === 'HK' || country === 'MO' || country === 'TW') return t(`place.${country}`);
  if (!/^[A-Z]{2}$/.test(country)) return address;
  return new Intl.DisplayNames(htmlLang(language), { type: 'region' }).of(country) ?? address;
}
