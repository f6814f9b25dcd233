import { randomInt } from 'node:crypto';
import { errors, type KoaContextWithOIDC } from 'oidc-provider';
import { desktopScope } from '#contract/vocabulary/scopes.ts';
import { deviceInfo, type DeviceInfo } from './device-info.ts';

/**
 * Extra parameters of the device authorization request: `device_name`, `device_type` (a word, or the operating
 * system's 0 to 3), `device_model`, `os`, `os_version`, `hardware_id`.
 */
export function deviceInfoOf(ctx: KoaContextWithOIDC): Record<string, unknown> {
  const body: Readonly<Record<string, unknown>> = ctx.oidc.body ?? {};
  return { ...deviceInfo(body, ctx.ip), ...numbersOf(ctx, body) };
}

/**
 * A desktop shows a number beside its code, and the person chooses it among three on the phone: a code that somebody else
 * sent does not come with the number of the screen.
 * @throws {errors.InvalidRequest}
 */
function numbersOf({ oidc }: KoaContextWithOIDC, body: Readonly<Record<string, unknown>>): Pick<DeviceInfo, 'number' | 'choices'> {
  const scope = oidc.params?.['scope'];
  if (typeof scope !== 'string' || !scope.split(' ').includes(desktopScope)) return {};
  const { device_number: number } = body;
  if (typeof number !== 'string' || !/^[1-9]\d$/.test(number)) throw new errors.InvalidRequest('device_number must be 10 to 99');
  const choices = new Set([number]);
  while (choices.size < 3) choices.add(String(randomInt(10, 100)));
  return { number, choices: [...choices].toSorted().join(' ') };
}
