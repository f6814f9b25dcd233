import { cleanText } from '#contract/rules/clean-text.ts';
import type { Device } from '#server/core/protection/devices/devices.repository.ts';

/** A device's claims about itself and its origin when it asks for a code. None of them are proven. */
export interface DeviceInfo {
  readonly name: string;
  readonly type: Device['type'];
  readonly model: string;
  readonly os: string;
  readonly osVersion: string;
  readonly hardwareId: string;
  readonly address: string;
  /** The number that a desktop shows, and three to choose from; other devices have none. */
  readonly number?: string;
  readonly choices?: string;
}

const types: readonly Device['type'][] = ['unknown', 'pc', 'tablet', 'notebook', 'phone'];

/** How a desktop describes its computer in a pushed request; a device says the same, and its hardware. */
export const deviceParameters = ['device_name', 'device_type', 'device_model', 'os', 'os_version'] as const;

/** The description of a computer among the parameters of a request. */
export function deviceInfo(body: Readonly<Record<string, unknown>>, address: string): DeviceInfo {
  const type = text(body['device_type'], 10, 10).toLowerCase();
  const info: DeviceInfo = {
    name: text(body['device_name'], 64, 160),
    type: types.find((one) => one === type) ?? types[/^[0-3]$/.test(type) ? Number(type) : 0] ?? 'unknown',
    model: text(body['device_model'], 64, 160),
    os: text(body['os'], 32, 64),
    osVersion: text(body['os_version'], 32, 64),
    hardwareId: text(body['hardware_id'], 128, 128),
    address,
  };
  return info;
}

/**
 * Keeps only printable characters, because people see this text of a stranger's device, and limits the bytes, because
 * it is stored.
 */
function text(value: unknown, length: number, bytes: number): string {
  if (typeof value !== 'string') return '';
  // By whole characters: half of one is no text.
  const kept = Array.from(cleanText.name(value)).slice(0, length);
  while (Buffer.byteLength(JSON.stringify(kept.join(''))) - 2 > bytes) kept.pop();
  return kept.join('');
}
