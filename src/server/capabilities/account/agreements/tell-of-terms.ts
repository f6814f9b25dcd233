import { supportLink } from '#server/core/sign-in/links/mail-link.ts';
import { limits } from '#contract/limits.ts';
import { fill } from '#messages/fill.ts';
import type { Account } from '#server/core/account/accounts/account.ts';
import { acceptedDocuments } from '#server/core/account/agreements/agreements.ts';
import type { Publication } from '#server/core/account/agreements/document.ts';
import { accountsWithout, moveRound, placeOfRound } from '#server/core/account/agreements/terms-notices.guarded.ts';
import type { TermsPhase } from '#server/core/account/agreements/terms-notices.table.ts';
import type { Identity } from '#server/core/account/identity/identity.ts';
import type { Journal } from '#server/core/protection/journal/journal.ts';
import { contactsOf } from '#server/core/protection/notices/notices.ts';
import type { Store } from '#server/core/store.ts';
import type { Config } from '#server/platform/settings/config.ts';
import { day } from '#server/platform/clock.ts';

export interface TellTermsDeps {
  readonly store: Pick<Store, 'db' | 'clock'>;
  readonly identity: Pick<Identity, 'accounts' | 'agreements'>;
  readonly journal: Pick<Journal, 'notices'>;
  readonly names: Pick<Config, 'brand' | 'supportEmail'>;
}

/** Accounts of one transaction, and of one run in a minute: 20 a second. */
const atOnce = 100;
const mostOfRun = 1200;

/**
 * Tells accounts of agreements that will ask for an answer: by mail after the publication, and seven days before the
 * answer can no longer be put off, then by SMS where there is no mail. Each account is told once of each; a run continues
 * where another has ended. Returns the number of accounts.
 */
export async function tellOfTerms(deps: TellTermsDeps): Promise<number> {
  const { store, identity } = deps;
  let told = 0;
  for (const publication of identity.agreements.asking(store.clock.now())) {
    const phase = phaseOf(publication, store.clock.now());
    if (phase === undefined) continue;
    let page = atOnce;
    while (page === atOnce && told < mostOfRun) {
      page = await tellPage(deps, publication, phase);
      told += page;
    }
  }
  return told;
}

type Asking = Publication & { readonly laterUntil: number };

function phaseOf({ effectiveAt, laterUntil }: Asking, at: number): TermsPhase | undefined {
  if (at < effectiveAt) return 'ahead';
  return at >= laterUntil - limits.termsDueDays * day && at < laterUntil ? 'due' : undefined;
}

/** The accounts of one page; 0 when the round is over, or another server has this page. */
async function tellPage(deps: TellTermsDeps, publication: Asking, phase: TermsPhase): Promise<number> {
  const { db } = deps.store;
  const round = { publication: publication.number, phase };
  return db.tx(async () => {
    const from = await placeOfRound(db, round);
    if (from === undefined) return 0;
    const ids = await accountsWithout(db, { publication: publication.number, after: from, limit: atOnce });
    const through = ids.at(-1) ?? from;
    if (!(await moveRound(db, round, { from, through, done: ids.length < atOnce }))) return 0;
    for (const id of ids) {
      const account = await deps.identity.accounts.findById(id);
      if (account !== undefined) await tell(deps, account, { publication, phase });
    }
    return ids.length;
  });
}

async function tell(
  { identity: { agreements }, journal: { notices }, names, store }: TellTermsDeps,
  account: Account,
  { publication, phase }: { readonly publication: Asking; readonly phase: TermsPhase },
): Promise<void> {
  const [to] = contactsOf(account);
  if (to === undefined || (to.channel === 'sms' && phase === 'ahead')) return;
  const { language } = account;
  const owed = agreements.owedBy(account, Math.max(store.clock.now(), publication.effectiveAt));
  const filling = { brand: names.brand.id[language], os: names.brand.os[language], supportEmail: names.supportEmail };
  const changes = acceptedDocuments(agreements, { versions: owed?.versions ?? [] }, account)
    .flatMap((document) => document.changes.map(({ text }) => fill(text, filling)))
    .join(' ');
  const date = phase === 'ahead' ? publication.effectiveAt : publication.laterUntil;
  const event = phase === 'ahead' ? 'termsAhead' : 'termsDue';
  await notices.sendChange({ account, event, to, values: { date, changes }, link: supportLink, linkKind: 'contact', from: '' });
}
