/**
 * Why a message reached nobody.
 * - `wrongTarget`: there is no such number or mailbox.
 * - `tooMany`: too many messages to the number, by the provider's own count, or the site's budget is used up.
 * - `blocked`: the number or mailbox accepts none, or may not get any.
 * - `notTaken`: no provider has accepted it yet, for a reason unrelated to the number.
 * - `undelivered`: a provider accepted it, and later reported that it did not arrive.
 */
export type DeliveryFailure = 'wrongTarget' | 'tooMany' | 'blocked' | 'notTaken' | 'undelivered';

/** The message certainly did not leave, and a retry would not help. Every other error is retried. */
export class Undeliverable extends Error {
  readonly failure: DeliveryFailure;

  constructor(failure: DeliveryFailure, options?: ErrorOptions) {
    super(`the message cannot be delivered: ${failure}`, options);
    this.name = 'Undeliverable';
    this.failure = failure;
  }
}
