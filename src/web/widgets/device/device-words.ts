import type { Translate } from '#web/lib/texts/i18n.tsx';
import { countryText } from '#web/lib/texts/intl.ts';
import { globe, laptop, monitor, monitorSmartphone, smartphone, tablet } from '#web/ui/marks/icons.ts';
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

/** The model and the system with its version, if known. */
export function systemOf({ model, os, osVersion }: Device): string {
  return [model, `${os} ${osVersion}`.trim()].filter((part) => part !== '').join(' · ');
}

/** The city, or the known part of the place. */
export function placeName({ location }: Pick<Device, 'location'>, t: Translate): string | undefined {
  const { city, region, country } = location;
  if (city !== '' || region !== '') return city || region;
  if (country === 'HK' || country === 'MO' || country === 'TW') return t(`place.${country}`);
  return /^[A-Z]{2}$/.test(country) ? countryText(country) : undefined;
}

/** The place as a fact: "near Shanghai"; '' where no database knows it. */
export function placeText(seen: Pick<Device, 'location'>, t: Translate): string {
  const place = placeName(seen, t);
  return place === undefined ? '' : t('dv.near', { place });
}

/** A browser and its system: "Chrome on Android"; '' where both are unknown. */
export function clientName({ browser, os }: { readonly browser: string; readonly os: string }, t: Translate): string {
  if (os === '') return browser;
  return t('dv.browser', { browser: browser || t('dv.app'), os });
}

/** The truncated client IP, which says no more than the network. */
export function networkName({ address }: Pick<Device, 'address'>, t: Translate): string {
  return address === '' ? '' : t('dv.network', { address });
}
