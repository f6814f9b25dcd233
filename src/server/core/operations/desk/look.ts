import { isHeldQuietly } from '#server/core/account/holds/holds.repository.ts';
import type { Audit } from '#server/core/protection/audit/audit.ts';
import { tellOfLook, type TellOfLookDeps } from './tell-of-look.ts';

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

/** A look to be made: its member, account and reason. */
export interface LookOrder {
  readonly accountId: string;
  readonly operator: string;
  readonly reason: string;
  readonly caseRef: string;
  /** At the desk: what was looked for or opened, and where the request came from. */
  readonly desk?: { readonly what: string; readonly origin: { readonly clientIp: string; readonly requestId: string } };
  /** True within a look that the owner already sees: only the trail has it. */
  readonly isPart?: boolean;
}

export interface LookDeps extends TellOfLookDeps {
  readonly journal: TellOfLookDeps['journal'] & { readonly audit: Audit };
}

/**
 * Reads something of a person in the transaction that writes the look into the trail and the owner's list, and tells them; for an
 * authority whose hold they must not know, at the end of the hold.
 */
export async function lookAt<T>(
  deps: LookDeps,
  { accountId, operator, reason, caseRef, desk, isPart = false }: LookOrder,
  read: (look: Look) => Promise<T>,
): Promise<T> {
  return deps.store.db.tx(async () => {
    const { origin = { clientIp: '', requestId: '' }, what } = desk ?? {};
    const detail = { operator, reason, case: caseRef, ...(what !== undefined && { via: 'desk', what }) };
    const isQuiet = reason === 'authority' && (await isHeldQuietly(deps.store.db, accountId, { writes: true }));
    const event = isPart ? 'desk.read' : isQuiet ? 'operator.looked-quietly' : 'operator.looked';
    await deps.journal.audit.record({ event, accountId, origin, detail });
    if (!isPart && !isQuiet) await tellOfLook(deps, { accountId, reason, caseRef });
    const look = new OpenLook(accountId);
    try {
      return await read(look);
    } finally {
      look.close();
    }
  });
}
