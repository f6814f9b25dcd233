import type { Audit } from '#server/core/audit/audit.ts';
import type { Db } from '#server/core/database.ts';

/** Only `lookAt` makes one: what shows something of a person to staff takes a `Look`, so that none is forgotten. */
class OpenLook {
  #isOpen = true;
  readonly #accountId: string;

  constructor(accountId: string) {
    this.#accountId = accountId;
  }

  /**
   * The account that is looked at.
   * @throws {Error} after the transaction of the look
   */
  get accountId(): string {
    if (!this.#isOpen) throw new Error('A look ends with its transaction.');
    return this.#accountId;
  }

  close(): void {
    this.#isOpen = false;
  }
}

export type Look = OpenLook;

/** Who looks at which account, and why. */
export interface LookOrder {
  readonly accountId: string;
  readonly operator: string;
  readonly reason: string;
  readonly caseRef: string;
  /** At the desk: what was looked for or opened, and where the request came from. */
  readonly desk?: { readonly what: string; readonly origin: { readonly clientIp: string; readonly requestId: string } };
  /** Of a look that the owner already sees: the trail alone has it. */
  readonly isPart?: boolean;
}

/** Reads something of a person in the transaction that writes the look into the trail and the owner's list. */
export async function lookAt<T>(
  { db, audit }: { readonly db: Db; readonly audit: Audit },
  { accountId, operator, reason, caseRef, desk, isPart = false }: LookOrder,
  read: (look: Look) => Promise<T>,
): Promise<T> {
  return db.tx(async () => {
    const { origin = { clientIp: '', requestId: '' }, what } = desk ?? {};
    const detail = { operator, reason, case: caseRef, ...(what !== undefined && { via: 'desk', what }) };
    await audit.record({ event: isPart ? 'desk.read' : 'operator.looked', accountId, origin, detail });
    const look = new OpenLook(accountId);
    try {
      return await read(look);
    } finally {
      look.close();
    }
  });
}
