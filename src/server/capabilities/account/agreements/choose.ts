import type { Language } from '#contract/vocabulary/languages.ts';
import { choicePurposes } from '#contract/account/agreements/consents.words.ts';
import { itemOfPurpose, separatePurposes, type Purpose, type TransferFact } from '#contract/account/agreements/separate-consents.words.ts';
import type { Account } from '#server/core/account/accounts/account.ts';
import { emptyItem } from '#server/core/account/accounts/profile-columns.ts';
import { giveChoice } from '#server/core/account/agreements/choices.guarded.ts';
import { readChoices, writeLedger } from '#server/core/account/agreements/consents.repository.ts';
import { takeBack, type TakeBackDeps } from '#server/core/account/choices/take-back.ts';
import type { UsedApps } from '#server/core/protection/devices/used-apps.ts';
import type { Session } from '#server/core/sign-in/sessions/sessions.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { AnswerTermsDeps, Answering } from './put-terms-off.ts';
import { wayOf } from '#server/core/account/choices/way-of.ts';

export interface ChooseDeps extends AnswerTermsDeps, Pick<TakeBackDeps, 'apps'> {
  readonly apps: Pick<UsedApps, 'clients' | 'consents'>;
}

/** Permission of an account beyond the agreements. */
export interface Choice {
  readonly purpose: Purpose;
  /** To the present text. */
  readonly given: boolean;
  /** Moment of the last change; null before the first. Milliseconds. */
  readonly since: number | null;
  readonly version: string;
  readonly transfer: Readonly<Record<TransferFact, string>> | null;
  readonly ends: ChoiceEnds;
}

/** Consequences of a withdrawal. */
export interface ChoiceEnds {
  readonly apps: readonly string[];
  readonly item: boolean;
}

/** Every purpose of this installation: nothing is allowed before the account says so. */
export async function listChoices(deps: Pick<ChooseDeps, 'store' | 'identity' | 'apps'>, session: Session, language: Language) {
  const {
    store: { db },
    identity: { separate },
  } = deps;
  const rows = await readChoices(db, session.accountId);
  const choices: Choice[] = [];
  for (const purpose of [...choicePurposes, ...separate.purposes]) {
    const row = rows.find((one) => one.purpose === purpose);
    const version = separate.versionOf(purpose);
    const given = row?.given === 1 && row.version === version;
    const ends = given ? await endsOf(deps, session.account, { purpose, language }) : { apps: [], item: false };
    const transfer = separate.transferOf(purpose, language) ?? null;
    choices.push({ purpose, given, since: row?.since ?? null, version, transfer, ends });
  }
  return choices;
}

async function endsOf(
  { identity: { separate }, apps: { clients, consents } }: Pick<ChooseDeps, 'identity' | 'apps'>,
  account: Account,
  { purpose, language }: { readonly purpose: Purpose; readonly language: Language },
): Promise<ChoiceEnds> {
  const item = itemOfPurpose(purpose);
  if (item !== undefined) return { apps: [], item: account[item] !== emptyItem(item) };
  const names: string[] = [];
  for (const { clientId } of purpose === 'abroad' ? await consents.list(account.id) : [])
    if (separate.covers(clientId)) names.push((await clients.find(clientId))?.name[language] ?? clientId);
  return { apps: names, item: false };
}

/**
 * Gives or withdraws the consent to one purpose, at once and in the same way. A repeat changes nothing.
 * @throws {Refusal} agreementChanged when the text that was shown is not the present one, notFound for a purpose that
 * this installation does not have, separateConsentNeeded with `data.ends` when something ends and nobody has confirmed it
 */
export async function choose(
  deps: ChooseDeps,
  { session, visit, language }: Answering & { readonly language: Language },
  { purpose, given, version, confirm = false }: Pick<Choice, 'purpose' | 'given' | 'version'> & { readonly confirm?: boolean | undefined },
): Promise<Choice> {
  const {
    store: { db, clock },
    identity: { separate },
    journal: { audit },
  } = deps;
  const { account, accountId, sessionId } = session;
  const present = separate.versionOf(purpose);
  const before = (await listChoices(deps, session, language)).find((choice) => choice.purpose === purpose);
  if (before === undefined) throw new Refusal('notFound', { reason: 'no such choice' });
  // Taking back needs no knowledge of the present text.
  if (given && version !== present)
    throw new Refusal('agreementChanged', { reason: 'another version of the text of the choice', data: { version: present } });
  const { ends } = before;
  if (!given && !confirm && (ends.item || ends.apps.length > 0))
    throw new Refusal('separateConsentNeeded', { data: { purpose, version: present, ends }, reason: 'something ends' });
  const at = clock.now();
  const channel = separatePurposes.some((one) => one === purpose) ? 'sheet' : 'settings';
  const by = { account, sessionId, visit, channel, way: wayOf(session) } as const;
  await db.tx(async () => {
    if (!given) {
      await takeBack(deps, by, purpose);
      return;
    }
    if (!(await giveChoice(db, { accountId, purpose, version: present, at }))) return;
    const subject = { type: purpose, version: present, digest: separate.digestOf(purpose, language), publication: 0, language };
    const documents = [{ ...subject, region: account.region }];
    await writeLedger(db, { accountId, at, act: 'given', channel, way: by.way, documents });
    const counts = [`choices.given.${purpose}`] as const;
    await audit.record({ event: 'choice.given', accountId, sessionId, origin: visit, detail: { purpose, version: present }, counts });
  });
  const now = (await listChoices(deps, session, language)).find((choice) => choice.purpose === purpose);
  return now ?? { ...before, given, since: at };
}
