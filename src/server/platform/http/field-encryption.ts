import type { EncryptedField } from '#contract/endpoint.ts';
import type { FieldKeys } from '#server/platform/crypto/field-keys.ts';
import { isCleanText } from './strict-json.ts';

/**
 * Replaces the given fields of a body, wherever they occur in it, by their plain text (contract section 2). False when any of them
 * does not decrypt; every field is tried whatever came before, so that all causes take the same time.
 */
export function decryptFields(
  body: unknown,
  fields: readonly EncryptedField[],
  keys: { readonly fieldKeys: FieldKeys; readonly keyId: string | undefined },
): boolean {
  if (typeof body !== 'object' || body === null) return true;
  let ok = true;
  for (const [name, value] of Object.entries(body)) {
    const encrypted = fields.some((field) => field === name);
    if (!encrypted) {
      ok = decryptFields(value, fields, keys) && ok;
      continue;
    }
    const plain = keys.fieldKeys.decrypt(keys.keyId ?? '', typeof value === 'string' ? value : '');
    if (plain === undefined || !isCleanText(plain)) ok = false;
    else Reflect.set(body, name, plain);
  }
  return ok;
}
