import type { preHandlerAsyncHookHandler } from 'fastify';
import type { EncryptedField } from '#contract/endpoint.ts';
import { isCiphertext } from '#contract/shapes.schemas.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { HttpContext } from '#server/platform/http/http-context.ts';
import type { BoundEndpoint } from '#server/platform/http/implement.ts';
import type { RequestCall } from './request-call.ts';
import { isCleanText } from './strict-json.ts';
import { sourceOf } from './work-source.ts';

/**
 * Replaces every encrypted field that the call's row names with its plain text (contract section 2). The body has
 * passed its transport schema, so that unknown properties and values of a wrong length cost nothing; it then passes the
 * schema of the plain body. Undefined without encrypted fields.
 */
export function fieldDecryption(bound: BoundEndpoint, context: HttpContext): preHandlerAsyncHookHandler | undefined {
  const encrypted = encryptedFieldsOf(bound, context);
  const shape = bound.schema.body;
  if (encrypted.length === 0 || shape === undefined) return undefined;
  return async (request) => {
    const { body, call } = request;
    if (call === undefined || typeof body !== 'object' || body === null) throw new Error('A body came past its shape.');
    // A program has no csrf token, for which a ciphertext is made; its connection is its own.
    if (!call.usesToken) await openFields(body, encrypted, { call, context });
    // The plain schema may have rules for texts that were unreadable before.
    if (!request.validateInput(body, shape)) throw new Refusal('badRequest', { reason: 'shape' });
  };
}

/** The fields of a call that travel encrypted in this configuration. */
export function encryptedFieldsOf({ endpoint }: BoundEndpoint, { config }: Pick<HttpContext, 'config'>): readonly EncryptedField[] {
  return config.encryption ? (endpoint.encrypted ?? []) : [];
}

async function openFields(
  body: object,
  encrypted: readonly EncryptedField[],
  { call, context }: { readonly call: RequestCall; readonly context: HttpContext },
): Promise<void> {
  const fields = encrypted.flatMap((name) => {
    const text: unknown = Reflect.get(body, name);
    if (typeof text !== 'string') return [];
    if (!isCiphertext(text)) throw new Refusal('badRequest', { reason: 'shape' });
    return [{ name, text }];
  });
  if (fields.length === 0) return;
  const texts = await context.fieldDecryption.open({
    clientId: call.requestHeader('x-key-id') ?? '',
    token: call.requestHeader('x-csrf-token') ?? '',
    fields,
    source: sourceOf(call),
  });
  if (texts === undefined || !texts.every(isCleanText)) throw new Refusal('badRequest', { reason: 'decryption' });
  for (const [index, { name }] of fields.entries()) Reflect.set(body, name, texts[index]);
}
