import type { FreezeReason } from '#contract/protection/freeze/incidents.words.ts';
import type { Account } from '#server/core/account/accounts/account.ts';
import type { Evidence } from '#server/core/sign-in/evidence/evidence.ts';
import { codeAccountField, codeField } from '#server/core/account/fields/fields.ts';
import type { Identity } from '#server/core/account/identity/identity.ts';
import { freezeAccount, type Freeze, type FreezeDeps } from '#server/core/protection/freeze/freeze-account.ts';
import { readAccount } from '#server/core/account/accounts/read-account.ts';
import type { Visit } from '#server/core/sign-in/sessions/visit.ts';
import { mayFreeze } from '#server/core/sign-in/ways/decisions.ts';
import type { WayId } from '#server/core/sign-in/ways/way.ts';
import { checkFields } from '#server/platform/check-fields.ts';
import { Refusal } from '#server/platform/refusal.ts';

export interface FreezeByCodeDeps extends FreezeDeps {
  readonly identity: Identity;
  readonly evidence: Evidence;
}

export interface FreezeByCodeInput {
  /** Phone or email. */
  readonly account: string;
  readonly code: string;
  readonly why: FreezeReason;
}

/**
 * Freezes the account of the receiver of a code: one proof is enough to freeze, and never to end it. So is a phone or
 * an email that the account had before, because a thief removes it first. The code counts on the way back.
 *
 * Rules → code (its try is counted here) → account → one transaction: code spent, freeze, ticket.
 *
 * @throws {Refusal} badRequest with the failed rules, smsCodeWrong, smsCodeNotObtained, emailCodeWrong,
 * emailCodeNotObtained, tooFrequent; tokenError for an account whose erasure has begun
 */
export async function freezeByCode(
  deps: FreezeByCodeDeps,
  visit: Visit,
  input: FreezeByCodeInput,
): Promise<{ readonly freeze: Freeze; readonly ticket: string }> {
  const { account: named, code } = checkFields({ account: codeAccountField(input.account), code: codeField(input.code) });
  const { kind, value } = named;
  const channel = kind === 'phone' ? 'sms' : 'email';
  const { codes, signInTickets } = deps.evidence;
  const passed = await codes.check({ scene: 'freeze', channel, target: value, holder: `visitor:${visit.visitor}` }, code);
  const found = await findOwner(deps, kind === 'phone' ? 'phone' : 'email', value);
  if (found === undefined) throw new Refusal(channel === 'sms' ? 'smsCodeWrong' : 'emailCodeWrong', { reason: 'no such account' });
  const { account, way, address } = found;
  return deps.store.db.tx(async () => {
    const settle = () => codes.redeem(passed);
    const freeze = await freezeAccount(deps, {
      accountId: account.id,
      by: kind === 'phone' ? 'phone' : 'email',
      via: { channel, address },
      why: input.why,
      origin: visit,
      settle,
    });
    // Under the credentials of the freeze.
    const now = await readAccount(deps.identity, account.id);
    return {
      freeze,
      ticket: await signInTickets.issue(visit, { account: now, purpose: 'recover', shown: [{ id: way }], isUncounted: true }),
    };
  });
}

async function findOwner(
  { identity: { accounts, formers, ways } }: FreezeByCodeDeps,
  kind: 'phone' | 'email',
  value: string,
): Promise<{ readonly account: Account; readonly way: WayId; readonly address: string } | undefined> {
  const account = await accounts.find(kind, value);
  if (account !== undefined) return { account, way: ways.idOf(account, kind), address: value };
  const id = await formers.ownerOf(kind, value);
  const had = id === undefined ? undefined : await accounts.findLive(id);
  if (had === undefined) return undefined;
  const isIt = (was: string) => was.toLowerCase() === value.toLowerCase();
  const former = (await formers.of(had)).find(({ way, value: was }) => way.kind === kind && isIt(was) && mayFreeze(way));
  return former && { account: had, way: former.way.id, address: former.value };
}
