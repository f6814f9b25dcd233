import { withProof } from '#server/core/account/identifiers/proven-contact.ts';
import type { ConsentChannel } from '#contract/account/agreements/consents.words.ts';
import { languageOfRegion } from '#contract/vocabulary/languages.ts';
import type { RegionOrNone } from '#contract/vocabulary/regions.ts';
import type { Access } from '#server/core/sign-in/access/access.ts';
import type { Identifier } from '#server/core/account/identifiers/identifier.ts';
import type { NewAge } from '#server/core/account/accounts/accounts.repository.ts';
import { IdentifierTaken } from '#server/core/account/identifiers/identifier-taken.ts';
import { newNickname } from '#server/core/account/identifiers/new-nickname.ts';
import { acceptedDocuments, type Agreed } from '#server/core/account/agreements/agreements.ts';
import { writeLedger } from '#server/core/account/agreements/consents.repository.ts';
import type { AuditEntry } from '#server/core/protection/audit/audit.ts';
import type { Evidence } from '#server/core/sign-in/evidence/evidence.ts';
import type { Gate } from '#server/core/sign-in/gate/gate.ts';
import type { Identity } from '#server/core/account/identity/identity.ts';
import type { Journal } from '#server/core/protection/journal/journal.ts';
import type { SignedInAccount } from '#server/core/sign-in/sessions/answer-signed-in.ts';
import type { Visit } from '#server/core/sign-in/sessions/visit.ts';
import type { PassedCode } from '#server/core/sign-in/codes/codes.ts';
import type { Store } from '#server/core/store.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { takeSignUp, takeSignUpCaptcha, type SignUpCaptcha } from './sign-up-limit.ts';

export interface SignUpsDeps {
  readonly store: Store;
  readonly identity: Identity;
  readonly evidence: Evidence;
  readonly access: Access;
  readonly journal: Journal;
  readonly gate: Gate;
}

/** A requested account with verified agreements and fields. */
export interface WantedAccount {
  readonly contact: Identifier<'phone' | 'email'>;
  /** Code of scene `register` sent to the contact. */
  readonly code: string;
  readonly region: RegionOrNone;
  /** The agreements that the person has accepted, and where. */
  readonly agreed: Agreed;
  readonly channel: ConsentChannel;
  readonly captcha: Pick<SignUpCaptcha, 'validate' | 'isUsual'>;
  /** Whether a child under the age gate may have it: it waits for a guardian. */
  readonly forChildren?: true;
  readonly detail?: AuditEntry['detail'];
  /** Refuses unavailable values before they cost one of the network's places. */
  readonly look?: () => Promise<void>;
  /** The expensive part, after the account has its place. */
  readonly make: () => Promise<Making>;
  /** Further effects of the account, in its transaction. */
  readonly settle?: (signedIn: SignedInAccount, at: number) => Promise<void>;
}

export interface Making {
  readonly passwordHash: string | null;
  readonly nickname: Identifier<'nickname'>;
  /** Whether a generated nickname may replace this one when somebody takes it at this moment. */
  readonly mayRename: boolean;
}

/** The only way to create an account for a contact. */
export interface SignUps {
  /**
   * Age gate → captcha (more work after many accounts from this network) → code (its try is counted here) → no legacy account → a
   * place of the network → one transaction: account and identifiers, the spent code, consents, session, audit, welcome
   * mail, further effects. Nothing exists before the code is proven, and the database decides the first of concurrent
   * requests.
   * @throws {Refusal} captchaFailed, unsafeRegistration, smsCodeWrong, smsCodeNotObtained, emailCodeWrong,
   * emailCodeNotObtained, tooFrequent, signUpLimit, legacyPhone, legacyEmail, tokenError without an answer to the
   * age gate, guardianNeeded
   * @throws {IdentifierTaken}
   */
  open(visit: Visit, wanted: WantedAccount): Promise<SignedInAccount>;
}

export function createSignUps(deps: SignUpsDeps): SignUps {
  return {
    async open(visit, wanted) {
      const { contact, captcha } = wanted;
      const age = deps.identity.ageGate.ageOf({ region: wanted.region, visitor: visit.visitor, kept: visit.keptAge });
      // An account of a child at a platform is not joined to an account that waits.
      if (age?.band === 'child' && wanted.forChildren !== true)
        throw new Refusal('guardianNeeded', { reason: 'a child, outside of a registration for children', data: { go: '/register' } });
      const work = await takeSignUpCaptcha(deps.gate, visit, { scene: 'register', ...captcha });
      const channel = contact.kind === 'phone' ? 'sms' : 'email';
      const holder = `visitor:${visit.visitor}` as const;
      const passed = await deps.evidence.codes.check({ scene: 'register', channel, target: contact.value, holder }, wanted.code);
      await deps.identity.legacyAccounts.refuse(contact);
      await wanted.look?.();
      await takeSignUp(deps.gate, visit, work);
      const made = await wanted.make();
      return write(deps, visit, { ...wanted, ...made, age, passed }).catch((error: unknown) => {
        if (!made.mayRename || !(error instanceof IdentifierTaken) || error.kind !== 'nickname') throw error;
        return write(deps, visit, { ...wanted, ...made, nickname: newNickname(), age, passed });
      });
    },
  };
}

function write(
  { store: { db, clock }, identity: { accounts, agreements }, evidence, access, journal: { audit, notices } }: SignUpsDeps,
  visit: Visit,
  {
    contact,
    nickname,
    passwordHash,
    region,
    agreed,
    channel,
    age,
    passed,
    detail,
    settle,
  }: WantedAccount & Making & { readonly passed: PassedCode; readonly age: NewAge | undefined },
): Promise<SignedInAccount> {
  const language = region === '' || visit.langChosen ? visit.lang : languageOfRegion(region);
  return db.tx(async () => {
    const at = clock.now();
    const proof = await evidence.codes.redeem(passed);
    const account = await accounts.create({
      region,
      language,
      identifiers: [withProof(contact, proof), nickname],
      passwordHash,
      agreedThrough: agreed.through,
      age,
      at,
    });
    const documents = acceptedDocuments(agreements, agreed, { region, language });
    await writeLedger(db, { accountId: account.id, at, act: 'accepted', channel, way: contact.kind, documents });
    const session = await access.begin({
      admission: access.admitNew(account, [evidence.wayShown(account, contact.kind === 'phone' ? 'phone' : 'email')]),
      visit,
      at,
    });
    const { sessionId } = session;
    const signedIn = { account, session };
    const begun = { event: 'child.limited', accountId: account.id, sessionId, origin: visit, counts: ['children.begun'] } as const;
    if (age?.band === 'child') await audit.record(begun);
    await audit.record({ event: 'account.registered', accountId: account.id, sessionId, origin: visit, ...(detail && { detail }) });
    await notices.sendWelcome(account);
    await settle?.(signedIn, at);
    return signedIn;
  });
}
