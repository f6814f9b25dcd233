import { sql, type Kysely, type SelectQueryBuilder, type Selectable } from 'kysely';
import { waitingActs } from '#contract/acts/acts.ts';
import { claimKinds } from '#contract/protection/claims/claims.words.ts';
import { platforms } from '#contract/vocabulary/platforms.ts';
import { type Language, defaultLanguage, languageNamed } from '#contract/vocabulary/languages.ts';
import { messageMethods } from '#contract/sign-in/two-step/second-step.words.ts';
import type { RegionOrNone } from '#contract/vocabulary/regions.ts';
import type { AccountsTable } from './accounts.table.ts';
import type { Database } from '#server/core/database/db.ts';
import { profileOf } from './profile-columns.ts';
import { carriers } from '#contract/sign-in/ways/ways.words.ts';
import type { Account } from './account.ts';
import { stateOf } from './accounts.guarded.ts';

/** An account row with its identifiers, as `selectAccount` returns it. */
export interface AccountRow extends Selectable<AccountsTable> {
  readonly phone: string | null;
  readonly email: string | null;
  readonly email_shown: string | null;
  readonly username: string | null;
  readonly nickname: string | null;
  readonly phone_at: number | null;
  readonly email_at: number | null;
  readonly totp_list: string | null;
  readonly social_list: string | null;
  readonly code_list: string | null;
  readonly passkey_list: string | null;
  readonly claim_list: string | null;
  readonly unproven_list: string | null;
  readonly gone_at: number | null;
}

/**
 * Accounts with their identifiers in one row. Every query of accounts starts here and adds its own conditions. Lists are
 * subqueries that return one text: PostgreSQL reorders 8 tables at most (`join_collapse_limit`), and a join costs a look-up
 * for each member.
 */
export function selectAccount(q: Kysely<Database>) {
  const accounts: SelectQueryBuilder<Database, 'accounts', object> = q.selectFrom('accounts');
  return accounts
    .leftJoin('identifiers as phones', (join) => join.onRef('phones.account_id', '=', 'accounts.id').on('phones.kind', '=', 'phone'))
    .leftJoin('identifiers as emails', (join) => join.onRef('emails.account_id', '=', 'accounts.id').on('emails.kind', '=', 'email'))
    .leftJoin('identifiers as usernames', (join) =>
      join.onRef('usernames.account_id', '=', 'accounts.id').on('usernames.kind', '=', 'username'),
    )
    .leftJoin('identifiers as nicknames', (join) =>
      join.onRef('nicknames.account_id', '=', 'accounts.id').on('nicknames.kind', '=', 'nickname'),
    )
    .selectAll('accounts')
    .select([
      'phones.value as phone',
      'emails.value as email',
      'emails.shown as email_shown',
      'usernames.value as username',
      'nicknames.shown as nickname',
      'phones.created_at as phone_at',
      'emails.created_at as email_at',
    ])
    .select(selectPasskeys().as('passkey_list'))
    .select(selectOpenClaims().as('claim_list'))
    .select(selectUnproven().as('unproven_list'))
    .select(selectApps().as('totp_list'))
    .select(selectEnd().as('gone_at'))
    .select(selectSocials().as('social_list'))
    .select(selectCodes().as('code_list'));
}

function selectPasskeys() {
  return sql<string | null>`(
    select string_agg(
      p.id || ' ' || p.created_at || ' ' || p.uv_seen || ' ' || (case when p.suspect_at is null then 0 else 1 end) || ' ' || p.carriers,
      ';'
    )
    from passkeys as p where p.account_id = accounts.id
  )`;
}

/** The members of a list that a subquery returned as one text; most accounts have no member of most lists. */
function membersOf(list: string | null, separator = ';'): readonly string[] {
  return list === null ? [] : list.split(separator);
}

function toPasskeys(list: string | null): Account['passkeys'] {
  const all = membersOf(list).map((one) => {
    const [id = '', at = '', uvSeen, suspect, on = ''] = one.split(' ');
    const own = carriers.filter((carrier) => on.split(',').includes(carrier));
    return { id, addedAt: Number(at), carriers: own, proves: uvSeen === '1' && suspect === '0' };
  });
  return all.toSorted((one, other) => one.addedAt - other.addedAt);
}

function selectApps() {
  return sql<string | null>`(
    select string_agg(t.id || ' ' || t.created_at, ';')
    from totp_secrets as t where t.account_id = accounts.id and t.pending_until is null
  )`;
}

function toApps(list: string | null): Account['totpApps'] {
  const all = membersOf(list).map((one) => {
    const [id = '', at = ''] = one.split(' ');
    return { id, addedAt: Number(at) };
  });
  return all.toSorted((one, other) => one.addedAt - other.addedAt);
}

function selectOpenClaims() {
  return sql<string | null>`(
    select string_agg(c.id || ' ' || c.kind || ' ' || c.due_at || ' ' || c.action || ' ' || c.way, ';')
    from account_claims as c where c.account_id = accounts.id and c.state = 'open'
  )`;
}

function toOpenClaims(list: string | null): Account['openClaims'] {
  return membersOf(list).flatMap((one) => {
    const [id = '', named, dueAt, act, way = ''] = one.split(' ');
    const kind = claimKinds.find((known) => known === named);
    const action = waitingActs.find((known) => known === act) ?? null;
    return kind === undefined ? [] : [{ id, kind, dueAt: Number(dueAt), action, way }];
  });
}

/** The date from which a deletion is done, whether or not its purge has run. */
function selectEnd() {
  return sql<number | null>`(
    case when accounts.state = 'deleting'
    then (select d.due_at from deletions as d where d.account_id = accounts.id and d.state in ('pending', 'purging')) end
  )`;
}

/** Neither a phone nor an email has a space. */
function selectUnproven() {
  return sql<string | null>`(
    select string_agg(u.kind || ' ' || u.shown, ' ')
    from unproven_contacts as u where u.account_id = accounts.id
  )`;
}

function toUnproven(list: string | null): Account['unproven'] {
  const words = membersOf(list, ' ');
  return (['phone', 'email'] as const).flatMap((kind) => {
    const at = words.indexOf(kind);
    return at < 0 ? [] : [{ kind, shown: words[at + 1] ?? '' }];
  });
}

/** One line for each social account; a line feed in the name of one would begin another. */
function selectSocials() {
  return sql<string | null>`(
    select string_agg(s.platform || ' ' || s.bound_at || ' ' || replace(s.name, '\n', ' '), '\n')
    from social_accounts as s where s.account_id = accounts.id
  )`;
}

function toSocials(list: string | null): Account['socials'] {
  const all = membersOf(list, '\n').map((line) => {
    const [platform = '', at = ''] = line.split(' ', 2);
    return { platform, boundAt: Number(at), name: line.slice(platform.length + at.length + 2) };
  });
  return platforms.flatMap((platform) => {
    const own = all.find((one) => one.platform === platform);
    return own === undefined ? [] : [{ ...own, platform }];
  });
}

/** The valid recovery codes: how many are unused, and when the newest was made. */
function selectCodes() {
  return sql<string | null>`(
    select sum(case when c.used_at is null then 1 else 0 end) || ' ' || max(c.made_at)
    from recovery_codes as c where c.account_id = accounts.id and c.pending_until is null
  )`;
}

function toCodes(list: string | null): Account['recoveryCodes'] {
  if (list === null) return { left: 0, madeAt: null };
  const [left, madeAt] = list.split(' ').map(Number);
  return { left: left ?? 0, madeAt: madeAt ?? null };
}

export function toAccount(row: AccountRow, now: number): Account {
  return {
    id: row.id,
    number: row.number,
    state: row.gone_at !== null && row.gone_at <= now ? 'purged' : stateOf(row),
    region: toRegion(row.region),
    language: toLanguage(row.language),
    phone: row.phone,
    email: row.email,
    emailShown: row.email_shown,
    unproven: toUnproven(row.unproven_list),
    username: row.username,
    nickname: row.nickname ?? '',
    profileImage: row.profile_image,
    ...profileOf(row),
    showQrcode: row.show_qrcode === 1,
    passwordHash: row.password_hash,
    passwordChangedAt: row.password_changed_at,
    isPasswordWeak: row.password_weak === 1,
    credentialEpoch: row.credential_epoch,
    version: row.version,
    nicknameChangedAt: row.nickname_changed_at,
    usernameChanges: row.username_changes,
    regionChanges: row.region_changes,
    createdAt: row.created_at,
    profileChangedAt: row.profile_changed_at,
    legacyOffered: row.legacy_offered === 1,
    terms: { through: row.agreed_through, laterFor: row.terms_later_for, remindAt: row.terms_remind_at, grownAt: row.grown_at },
    socials: toSocials(row.social_list),
    passkeys: toPasskeys(row.passkey_list),
    openClaims: toOpenClaims(row.claim_list),
    phoneAddedAt: row.phone_at,
    emailAddedAt: row.email_at,
    twoStepAt: row.two_step_at,
    messageMethods: messageMethods.filter((method) => row.second_methods.split(' ').includes(method)),
    offersPasskeys: row.offer_passkeys === 1,
    totpApps: toApps(row.totp_list),
    recoveryCodes: toCodes(row.code_list),
    frozenAt: row.frozen_at,
    age: {
      band: row.age_band,
      remindAt: row.age_remind_at,
      childUntil: row.child_until,
      answer: row.guardian_answer,
      dueAt: row.guardian_due_at,
      grownAt: row.grown_at,
      grownAnswer: row.grown_answer,
    },
    recovery: toRecovery(row),
  };
}

function toRecovery({
  recovered_at: at,
  recovered_by: by,
  recovered_since: since,
  recovery_reviewed_at: reviewedAt,
}: AccountRow): Account['recovery'] {
  return at === null || by === null ? null : { at, by, since: since ?? at, isReviewed: reviewedAt !== null };
}

function toRegion(value: string): RegionOrNone {
  return value === 'CN' || value === 'DE' ? value : '';
}

/** The row may come from a version of the product with another language. */
function toLanguage(value: string): Language {
  return languageNamed(value) ?? defaultLanguage;
}
