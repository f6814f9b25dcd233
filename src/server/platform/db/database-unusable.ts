/** Stops the start: the message is a sentence for the operator. */
export class DatabaseUnusable extends Error {
  override readonly name = 'DatabaseUnusable';
}
