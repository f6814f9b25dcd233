import type { Identifier } from './identifier.ts';

declare const proven: unique symbol;

/**
 * A phone or an email that its holder has proven to this product: a redeemed code or link makes one, as does a ticket of
 * such a code and a place that an account had by one. Without it no account gets the contact.
 */
export interface ProvenContact {
  readonly kind: 'phone' | 'email';
  /** Canonical. */
  readonly value: string;
  readonly [proven]: true;
}

/** An identifier that an account may get. */
export type OwnIdentifier = (Identifier<'phone' | 'email'> & Pick<ProvenContact, typeof proven>) | Identifier<'username' | 'nickname'>;

/** Only for code that redeems codes and links, and for former ways (`tools/boundaries`). */
export function provenContact(kind: 'phone' | 'email', value: string): ProvenContact {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the mark of its callers
  return { kind, value } as ProvenContact;
}

/** Contact that an account had by a proof, and gets back. */
export function provenBefore(contact: Identifier<'phone' | 'email'>): OwnIdentifier {
  return withProof(contact, provenContact(contact.kind, contact.value));
}

/** The identifier as its person wrote it, with the proof of it. @throws {Error} for a proof of another one */
export function withProof(identifier: Identifier, proof: ProvenContact): OwnIdentifier {
  if (identifier.kind !== proof.kind || identifier.value !== proof.value) throw new Error('the proof is of another contact');
  return { ...proof, shown: identifier.shown };
}
