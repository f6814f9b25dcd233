/** Target of a message: a phone, or an email as its owner wrote it. */
export interface Contact {
  readonly channel: 'sms' | 'email';
  readonly address: string;
}

declare const own: unique symbol;

/** A contact that the account has or had: only `contactsOf` and `formerContacts` name one. */
export interface OwnContact extends Contact {
  readonly [own]: true;
}

/** For those two. */
export function asOwn(channel: Contact['channel'], address: string): OwnContact {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the mark of its callers
  return { channel, address } as OwnContact;
}
