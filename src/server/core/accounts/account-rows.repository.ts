import type { Kysely, Selectable } from 'kysely';
import { platforms, type Platform } from '#contract/vocabulary/platforms.ts';
import type { Language, RegionOrNone } from '#contract/vocabulary/regions.ts';
import type { AccountsTable } from './accounts.table.ts';
import type { Database } from '#server/core/database.ts';
import { profileOf } from '#server/platform/db/profile-columns.ts';
import type { Account } from './account.ts';

/** An account's row with its identifiers beside it, as `selectAccount` brings it. */
export interface AccountRow extends Selectable<AccountsTable> {
  readonly phone: string | null;
  readonly email: string | null;
  readonly email_shown: string | null;
  readonly username: string | null;
  readonly nickname: string | null;
  readonly wechat_name: string | null;
  readonly weibo_name: string | null;
  readonly qq_name: string | null;
  readonly phone_at: number | null;
  readonly email_at: number | null;
  readonly wechat_at: number | null;
  readonly weibo_at: number | null;
  readonly qq_at: number | null;
}

/** Accounts with their identifiers in one row: every reader of accounts starts here, with conditions of its own. */
export function selectAccount(q: Kysely<Database>) {
  return q
    .selectFrom('accounts')
    .leftJoin('identifiers as phones', (join) => join.onRef('phones.account_id', '=', 'accounts.id').on('phones.kind', '=', 'phone'))
    .leftJoin('identifiers as emails', (join) => join.onRef('emails.account_id', '=', 'accounts.id').on('emails.kind', '=', 'email'))
    .leftJoin('identifiers as usernames', (join) =>
      join.onRef('usernames.account_id', '=', 'accounts.id').on('usernames.kind', '=', 'username'),
    )
    .leftJoin('identifiers as nicknames', (join) =>
      join.onRef('nicknames.account_id', '=', 'accounts.id').on('nicknames.kind', '=', 'nickname'),
    )
    .leftJoin('bindings as wechats', (join) => join.onRef('wechats.account_id', '=', 'accounts.id').on('wechats.platform', '=', 'wechat'))
    .leftJoin('bindings as weibos', (join) => join.onRef('weibos.account_id', '=', 'accounts.id').on('weibos.platform', '=', 'weibo'))
    .leftJoin('bindings as qqs', (join) => join.onRef('qqs.account_id', '=', 'accounts.id').on('qqs.platform', '=', 'qq'))
    .selectAll('accounts')
    .select([
      'phones.value as phone',
      'emails.value as email',
      'emails.shown as email_shown',
      'usernames.value as username',
      'nicknames.shown as nickname',
      'wechats.name as wechat_name',
      'weibos.name as weibo_name',
      'qqs.name as qq_name',
      'phones.created_at as phone_at',
      'emails.created_at as email_at',
      'wechats.bound_at as wechat_at',
      'weibos.bound_at as weibo_at',
      'qqs.bound_at as qq_at',
    ]);
}

export function toAccount(row: AccountRow): Account {
  return {
    id: row.id,
    number: row.number,
    state: row.state,
    region: toRegion(row.region),
    language: toLanguage(row.language),
    phone: row.phone,
    email: row.email,
    emailShown: row.email_shown,
    username: row.username,
    nickname: row.nickname ?? '',
    profileImage: row.profile_image,
    ...profileOf(row),
    showQrcode: row.show_qrcode === 1,
    passwordHash: row.password_hash,
    passwordChangedAt: row.password_changed_at,
    credentialEpoch: row.credential_epoch,
    version: row.version,
    nicknameChangedAt: row.nickname_changed_at,
    usernameChanges: row.username_changes,
    regionChanges: row.region_changes,
    createdAt: row.created_at,
    legacyOffered: row.legacy_offered === 1,
    socials: toSocials({
      wechat: { name: row.wechat_name, boundAt: row.wechat_at },
      weibo: { name: row.weibo_name, boundAt: row.weibo_at },
      qq: { name: row.qq_name, boundAt: row.qq_at },
    }),
    phoneAddedAt: row.phone_at,
    emailAddedAt: row.email_at,
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

interface BindingColumns {
  readonly name: string | null;
  readonly boundAt: number | null;
}

function toSocials(bindings: Readonly<Record<Platform, BindingColumns>>): Account['socials'] {
  return platforms.flatMap((platform) => {
    const { name, boundAt } = bindings[platform];
    return name === null || boundAt === null ? [] : [{ platform, name, boundAt }];
  });
}

function toRegion(value: string): RegionOrNone {
  return value === 'CN' || value === 'DE' ? value : '';
}

function toLanguage(value: string): Language {
  return value === 'zh_CN' ? 'zh_CN' : 'en_US';
}
