import { createHmac } from 'node:crypto';
import { eventUris, isSignalEvent, streamEventUris } from '#server/core/apps/signals/signal-events.ts';
import type { FormerContact, Signal, Stream } from '#server/core/apps/signals/stream.ts';
import { webhookSecretPrefix } from '#server/core/apps/signals/webhook-secret.ts';
import { second } from '#server/platform/clock.ts';

/** The claims of a security event token (RFC 8417): no `exp`, no top-level `sub`, so that it is no other kind of token. */
export function eventClaims(
  signal: Signal,
  { clientId, id }: Pick<Stream, 'clientId' | 'id'>,
  issuer: string,
): Readonly<Record<string, unknown>> {
  const { content, event, madeAt } = signal;
  const base = { iss: issuer, aud: clientId, jti: signal.id, iat: Math.floor(madeAt / second) };
  if (!isSignalEvent(event)) {
    const uri = event === 'verification' ? streamEventUris.verification : streamEventUris['stream-updated'];
    return { ...base, sub_id: { format: 'opaque', id }, events: { [uri]: content.members } };
  }
  const user = content.former === undefined ? { format: 'iss_sub', iss: issuer, sub: content.sub } : formerSubject(content.former);
  const subject = content.sid === undefined ? user : { format: 'complex', user, session: { format: 'opaque', id: content.sid } };
  const said = { ...content.members, initiating_entity: content.by, event_timestamp: base.iat };
  return { ...base, txn: content.txn, sub_id: subject, events: { [eventUris[event]]: said } };
}

/** RISC names the person by the former value (RFC 9493 sections 3.2.2 and 3.2.6); the new one is nowhere. */
function formerSubject({ kind, value }: FormerContact) {
  // RFC 3966 global form: the product's phones are Chinese mobile numbers.
  return kind === 'email' ? { format: 'email', email: value } : { format: 'phone_number', phone_number: `+86${value}` };
}

/** The same for those who want less: plain JSON. */
export function webhookBody({ id, event, content, madeAt }: Signal): string {
  const { sub, sid, by, members } = content;
  const data = { ...members, ...(by === undefined ? {} : { initiating_entity: by }), ...(sid === undefined ? {} : { sid }) };
  return JSON.stringify({ id, type: event, at: new Date(madeAt).toISOString(), ...(sub === undefined ? {} : { sub }), data });
}

/**
 * The headers of Standard Webhooks. While a secret is replaced there are two, and a signature by each.
 * @param at milliseconds, of this try
 */
export function webhookHeaders(
  { id, body, at }: { readonly id: string; readonly body: string; readonly at: number },
  secrets: readonly string[],
): Readonly<Record<string, string>> {
  const timestamp = String(Math.floor(at / second));
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(webhookSecretPrefix.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
  });
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') };
}
