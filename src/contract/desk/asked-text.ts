/** An asked act as its approver sees it. Times are in milliseconds. */
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

/** What an approver signs: everything that the page shows of an asked act, in one text that both sides make. */
export function askedText({ id, act, object, account, reason, caseRef, askedBy, askedAt, until, digest }: ShownApproval): string {
  return JSON.stringify(['approve', id, act, object, account, reason, caseRef, askedBy, askedAt, until, digest]);
}
