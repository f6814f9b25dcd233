/** What the bus or the server sent: its signature and its schema are checked where it comes in. */
// oxlint-disable-next-line typescript/no-explicit-any -- no type of this language says so
export type AnyValue = any;
