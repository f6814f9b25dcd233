/** First letters of a secret of Standard Webhooks. */
export const webhookSecretPrefix = 'whsec_';

/** A new secret of a webhook, from 32 random bytes. */
export function webhookSecret(bytes: Uint8Array): string {
  return webhookSecretPrefix + Buffer.from(bytes).toString('base64');
}
