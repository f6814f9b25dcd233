/** An asked act as its asker and its approver see it. Times are in milliseconds. */
export interface ShownApproval {
  readonly id: string;
  readonly act: string;
  readonly object: string;
  readonly account: string;
  readonly reason: string;
  readonly caseRef: string;
  readonly askedBy: string;
  readonly askedAt: number;
  readonly until: number;
  readonly digest: string;
}

/** Text that a member signs about an asked act: everything that the page shows of it, which both sides make. */
export function askedText(verb: 'ask' | 'approve', item: ShownApproval): string {
  const { id, act, object, account, reason, caseRef, askedBy, askedAt, until, digest } = item;
  return JSON.stringify([verb, id, act, object, account, reason, caseRef, askedBy, askedAt, until, digest]);
}

/** Exceptional access as a member asks for it, by the look that it goes out from. */
export interface ShownException {
  readonly look: string;
  readonly caseRef: string;
  readonly text: string;
  /** Random: the same words asked for again are another text. */
  readonly nonce: string;
}

/** Text that a member signs who asks for exceptional access. */
export function exceptionText({ look, caseRef, text, nonce }: ShownException): string {
  return JSON.stringify(['ask for exceptional access', look, caseRef, text, nonce]);
}

/** Exceptional access as its second member sees it. */
export interface ShownConfirmation {
  readonly id: string;
  readonly account: string;
  readonly member: string;
  readonly caseRef: string;
  readonly text: string;
  readonly askedAt: number;
  readonly until: number;
}

/** Text that the second member signs. */
export function confirmationText({ id, account, member, caseRef, text, askedAt, until }: ShownConfirmation): string {
  return JSON.stringify(['confirm exceptional access', id, account, member, caseRef, text, askedAt, until]);
}
