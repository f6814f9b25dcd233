/**
 * Why a message did not reach anybody.
 *
 * - `wrongTarget`: there is no such number or mailbox.
 * - `tooMany`: the number has had too many messages, by the provider's own count, or the site has sent as many as it may.
 * - `blocked`: the number or mailbox takes none, or may not get any.
 * - `notTaken`: no provider took it, for a reason that has nothing to do with the number.
 * - `undelivered`: a provider took it, and said later that it did not arrive.
 */
export type DeliveryFailure = 'wrongTarget' | 'tooMany' | 'blocked' | 'notTaken' | 'undelivered';

/** A message that certainly did not leave and that no later try would bring further. Every other error is tried again. */
export class Undeliverable extends Error {
  readonly failure: DeliveryFailure;

  constructor(failure: DeliveryFailure, options?: ErrorOptions) {
    super(`the message cannot be delivered: ${failure}`, options);
    this.name = 'Undeliverable';
    this.failure = failure;
  }
}
