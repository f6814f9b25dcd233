import { hashNewPassword } from '#server/core/account/identity/hash-new-password.ts';
import type { RefusalName } from '#contract/errors.ts';
import type { MergeField } from '#contract/account/upgrade/upgrade.words.ts';
import { languageOfRegion } from '#contract/vocabulary/languages.ts';
import type { RegionOrNone } from '#contract/vocabulary/regions.ts';
import { IdentifierTaken } from '#server/core/account/identifiers/identifier-taken.ts';
import { newNickname } from '#server/core/account/identifiers/new-nickname.ts';
import { writeProfileItems } from '#server/core/account/accounts/profile-items.repository.ts';
import { readAccount } from '#server/core/account/accounts/read-account.ts';
import { takeSignUp, takeSignUpCaptcha } from '#server/core/account/sign-ups/sign-up-limit.ts';
import { acceptedDocuments, type AcceptedAgreement, type Agreed } from '#server/core/account/agreements/agreements.ts';
import { writeLedger } from '#server/core/account/agreements/consents.repository.ts';
import { checkFields } from '#server/platform/check-fields.ts';
import { newPasswordField } from '#server/core/account/fields/fields.ts';
import { accountSource, networkSource } from '#server/platform/http/requests/work-source.ts';
import type { UpgradeTicketRow } from '#server/core/account/legacy/upgrade-tickets.repository.ts';
import type { SignedInAccount } from '#server/core/sign-in/sessions/answer-signed-in.ts';
import { settleLegacy } from '#server/core/account/legacy/legacy-accounts.guarded.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { keepUnproven } from '#server/core/account/unproven/unproven-contacts.repository.ts';
import { identifiersToMove, isContact, itemsToMove, planMerge, provesContact } from './merge-plan.ts';
import { tellOwners } from './tell-owners.ts';
import type { Caller, UpgradeDeps } from './upgrade-deps.ts';
import { countUpgrade } from './upgrade-limits.ts';
import { readSides, type UpgradeSides } from './upgrade-sides.ts';
import { lockLegacy } from './lock-legacy.ts';

export interface UpgradeInput {
  readonly legacyId: string;
  readonly tickets: readonly string[];
  /** Required if the legacy password was not proven; otherwise it replaces that. */
  readonly password: string | undefined;
  /** The chosen one, which is also that of the agreements; without one the account keeps its legacy region. */
  readonly region: RegionOrNone;
  readonly agreements: readonly AcceptedAgreement[];
  /** The captcha's proof, if one was required. */
  readonly validate: string | undefined;
}

export interface Upgraded extends SignedInAccount {
  readonly at: number;
  readonly moved: readonly MergeField[];
}

/**
 * Makes an account of a legacy one with its names, contacts and profile, and signs it in. Values that another account
 * has by now stay behind; a new nickname replaces a taken one.
 *
 * Agreements → is it proven → captcha, where this network has made many accounts → rules → hash → a place among the
 * network's → one transaction: tickets spent, the legacy account a tombstone, account, identifiers, profile, consents,
 * session, audit, notices. The data of the legacy account is forgotten.
 *
 * @throws {Refusal} agreementMissing, agreementChanged; tokenError when it is not proven, none of its contacts is, or it
 * was just used elsewhere;
 * badRequest with the failed rules; phoneExists, emailExists when no contact is left to it; captchaFailed,
 * antiCheating, signUpLimit, tooFrequent
 */
export async function upgradeAccount(deps: UpgradeDeps, caller: Caller, input: UpgradeInput): Promise<Upgraded> {
  const agreed = deps.identity.agreements.requireCurrent(input.agreements);
  const sides = await readSides(deps, caller, input);
  const { record } = sides.legacy;
  const plan = await planMerge(deps, { record, target: undefined, proven: sides.proven, mayReplacePhone: false });
  if (!plan.takes.some(isContact)) throw noContact(sides);
  if (!provesContact(record, plan, sides.proven)) throw new Refusal('tokenError', { reason: 'no contact is proven' });
  const work = await takeSignUpCaptcha(deps.gate, caller.visit, { scene: 'upgrade', validate: input.validate, isUsual: false });
  const passwordHash = await passwordOf(deps, caller, { sides, password: input.password });
  await countUpgrade(deps, caller, 'bind');
  await takeSignUp(deps.gate, caller.visit, work);
  const upgrade = () =>
    deps.store.db.tx(() => write(deps, caller, { sides, moved: plan.takes, passwordHash, region: input.region, agreed }));
  try {
    return await upgrade();
  } catch (error) {
    // A name was taken between the check and the write: the next check leaves it out.
    if (error instanceof IdentifierTaken)
      throw new Refusal(error.kind === 'email' ? 'emailExists' : 'phoneExists', { reason: 'just taken' });
    throw error;
  }
}

interface Writing {
  readonly sides: UpgradeSides;
  readonly moved: readonly MergeField[];
  readonly passwordHash: string;
  readonly region: RegionOrNone;
  readonly agreed: Agreed;
}

async function write(deps: UpgradeDeps, { visit }: Caller, writing: Writing): Promise<Upgraded> {
  const {
    store: { db, clock },
    identity: { accounts, legacyAccounts, agreements },
    evidence: { upgradeTickets },
    journal: { audit },
  } = deps;
  const { sides, moved, passwordHash, agreed } = writing;
  const { legacy, proven } = sides;
  const at = clock.now();
  await lockLegacy(db, legacy.id);
  const { own: identifiers, unproven } = identifiersToMove(legacy.record, moved, await upgradeTickets.redeem(visit, spentTickets(sides)));
  const region = writing.region === '' ? legacy.record.region : writing.region;
  const language = legacy.record.language ?? (region === '' || visit.langChosen ? visit.lang : languageOfRegion(region));
  const hasNickname = identifiers.some(({ kind }) => kind === 'nickname');
  const all = hasNickname ? identifiers : [...identifiers, newNickname()];
  const { id } = await accounts.create({ region, language, identifiers: all, passwordHash, agreedThrough: agreed.through, at });
  if (!(await settleLegacy(db, { id: legacy.id, to: 'upgraded', accountId: id, at }))) {
    throw new Refusal('tokenError', { reason: 'the legacy account was just used elsewhere' });
  }
  await legacyAccounts.erase(legacy.id);
  for (const contact of unproven) await keepUnproven(db, { accountId: id, contact, at });
  await writeProfileItems(db, id, itemsToMove(legacy.record, moved));
  const documents = acceptedDocuments(agreements, agreed, { region, language });
  await writeLedger(db, { accountId: id, at, act: 'accepted', channel: 'upgrade', way: '', documents });
  const others = await legacyAccounts.matching(legacy.record);
  await legacyAccounts.noteOffers([id, ...others.map((other) => other.id)]);
  const account = await readAccount(deps.identity, id);
  const by = proven.legacy(legacy)?.kind ?? 'legacy';
  const shown = [deps.evidence.wayShown(account, by === 'legacy' ? 'password' : by)];
  const session = await deps.access.begin({ admission: deps.access.admitNew(account, shown), visit, at });
  const detail = { legacy: legacy.id, by };
  await audit.record({ event: 'legacy.upgraded', accountId: id, sessionId: session.sessionId, origin: visit, detail });
  await tellOwners(deps, { event: 'upgraded', account, before: account, record: legacy.record, visit });
  return { account, session, at, moved };
}

/** The proofs behind this upgrade: of the legacy account, and of each moved contact. */
function spentTickets({ legacy, proven }: UpgradeSides): readonly UpgradeTicketRow[] {
  const { phone, email } = legacy.record;
  return [
    proven.legacy(legacy),
    phone === null ? undefined : proven.contact('phone', phone),
    email === null ? undefined : proven.contact('email', email.toLowerCase()),
  ].filter((ticket) => ticket !== undefined);
}

/** The person can merge into the account that has the contacts. */
function noContact({ legacy }: UpgradeSides): Refusal {
  const name: RefusalName = legacy.record.phone === null ? 'emailExists' : 'phoneExists';
  return new Refusal(name, { reason: 'no contact is left for an upgrade' });
}

async function passwordOf(
  deps: UpgradeDeps,
  { visit, session }: Caller,
  { sides, password = '' }: { readonly sides: UpgradeSides; readonly password: string | undefined },
): Promise<string> {
  const { legacy, proven } = sides;
  const { phone, email, username, nickname } = legacy.record;
  const kept = proven.legacy(legacy)?.password_hash;
  if (kept != null && password === '') return kept;
  const own = [phone, email, username, nickname].filter((word) => word !== null);
  checkFields({ password: newPasswordField(password, { own, brand: deps.identity.brand }) });
  const source = session ? accountSource(session.accountId) : networkSource(visit);
  return hashNewPassword(deps.identity, { field: 'password', password, source });
}
