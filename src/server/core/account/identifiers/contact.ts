/** Target of a message: a phone, or an email as its owner wrote it. */
export interface Contact {
  readonly channel: 'sms' | 'email';
  readonly address: string;
}
