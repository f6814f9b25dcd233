/**
 * Settings of the desktop that the system itself stores. Every other key is one of a program. No key is for passwords:
 * `network` holds proxies and name servers.
 */
export const systemSettings = {
  network: 'system',
  audio: 'system',
  peripherals: 'system',
  keyboard: 'system',
  power: 'system',
  locale: 'system',
  updater: 'system',
  appearance: 'appearance',
  background: 'appearance',
  screensaver: 'appearance',
  dock: 'appearance',
  launcher: 'appearance',
} as const satisfies Readonly<Record<string, 'system' | 'appearance'>>;

export type SystemSetting = keyof typeof systemSettings;

/** The parts of the page, in its order. */
export const settingGroups = ['system', 'appearance', 'programs'] as const;

export type SettingGroup = (typeof settingGroups)[number];

export function isSystemSetting(key: string): key is SystemSetting {
  return Object.hasOwn(systemSettings, key);
}

export function groupOfSetting(key: string): SettingGroup {
  return isSystemSetting(key) ? systemSettings[key] : 'programs';
}

/** The form of a key. `switches` is the address of the switches. */
export const settingKeyPattern = '^(?!switches$)[a-z0-9][a-z0-9.-]{0,63}$';

/** The scope of the calls, which an operator grants to programs of the system. */
export const settingsScope = 'settings';
