import { isIP } from 'node:net';
import type { Language } from '#contract/vocabulary/languages.ts';
import { catalogues } from '#messages/catalogues.ts';
import { fill } from '#messages/fill.ts';
import type { PlaceOf } from '#server/platform/geo/places.ts';
import { maskIp } from '#server/platform/http/requests/client-ip.ts';
import { describeUserAgent } from '#server/platform/http/requests/user-agent.ts';

/** The city or the region of a client IP; '' where it is not known. */
export function cityOf(placeOf: PlaceOf, clientIp: string, language: Language): string {
  if (isIP(clientIp) === 0) return '';
  const { city, region } = placeOf(clientIp, language);
  return city === '' ? region : city;
}

/** Where something happened, "near Shanghai"; without a place the masked network; '' without a request. */
export function placeText(placeOf: PlaceOf, clientIp: string, language: Language): string {
  const { near, network } = catalogues[language].mail;
  const place = cityOf(placeOf, clientIp, language);
  if (place !== '') return fill(near, { place });
  return clientIp === '' ? '' : fill(network, { network: maskIp(clientIp) });
}

/** A browser and its system, "Chrome on Android"; '' where neither is known. */
export function deviceText(userAgent: string, language: Language): string {
  const { name: browser, os } = describeUserAgent(userAgent);
  return browser === '' || os === '' ? browser + os : fill(catalogues[language].mail.device, { browser, os });
}
