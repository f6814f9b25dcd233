import type { PutBack } from '#contract/protection/freeze/incidents.words.ts';
import { noticeGroups, usualChoice, type NoticeChoice } from '#contract/protection/notices/notice-kinds.words.ts';
import type { Contact } from '#server/core/account/identifiers/contact.ts';
import type { Db } from '#server/core/database/db.ts';
import { longPeriodMs } from '#server/core/sign-in/ways/way.ts';
import { newId } from '#server/platform/ids.ts';
import { findChoice, storeChoice } from './notice-settings.guarded.ts';

/** Values that stood until a moment. */
interface Held {
  /** Milliseconds. */
  readonly until: number;
  readonly groups: NoticeChoice;
}

/** The channels of an account's notices. */
export interface ChosenNotices {
  readonly groups: NoticeChoice;
  /** '' for an account that has never chosen. */
  readonly version: string;
  readonly held: readonly Held[];
}

/** More changes than a person makes in 45 days: later ones do not push out what stood before. */
const mostHeld = 40;

export async function readNoticeSettings(db: Db, accountId: string): Promise<ChosenNotices> {
  const [row] = await findChoice(db, { account: accountId });
  if (row === undefined) return { groups: usualChoice, version: '', held: [] };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only `chooseNotices` writes them
  return { groups: JSON.parse(row.groups) as NoticeChoice, held: JSON.parse(row.held) as readonly Held[], version: row.version };
}

/** Stores a choice in the caller's transaction; undefined when another request has changed it since `before` was read. */
export async function chooseNotices(
  db: Db,
  {
    accountId,
    before,
    groups,
    at,
  }: { readonly accountId: string; readonly before: ChosenNotices; readonly groups: NoticeChoice; readonly at: number },
): Promise<ChosenNotices | undefined> {
  const recent = before.held.filter(({ until }) => until > at - longPeriodMs);
  const held = recent.length < mostHeld ? [...recent, { until: at, groups: before.groups }] : recent;
  const version = newId();
  const row = { groups: JSON.stringify(groups), held: JSON.stringify(held), version };
  const isStored = await storeChoice(db, { accountId, from: before.version, at, ...row });
  return isStored ? { groups, version, held } : undefined;
}

/** Restores the settings of a moment, in the transaction of a freeze. Returns what has changed by it. */
export async function putNoticesBack(
  db: Db,
  { accountId, since, at }: { readonly accountId: string; readonly since: number; readonly at: number },
): Promise<readonly PutBack[]> {
  const now = await readNoticeSettings(db, accountId);
  const stood = now.held.find(({ until }) => until >= since);
  if (stood === undefined) return [];
  await storeChoice(db, {
    accountId,
    from: now.version,
    at,
    groups: JSON.stringify(stood.groups),
    held: JSON.stringify(now.held.filter(({ until }) => until < since)),
    version: newId(),
  });
  return noticeGroups.every((group) => isSame(now.groups[group], stood.groups[group])) ? [] : ['notices'];
}

function isSame(one: NoticeChoice[keyof NoticeChoice], other: NoticeChoice[keyof NoticeChoice]): boolean {
  return one.mail === other.mail && one.sms === other.sms;
}

/** Readers of a change of the choice: first those whose channel some group no longer comes by. */
export function silencedFirst<Reader extends Contact>(
  readers: readonly Reader[],
  { before, after }: { readonly before: NoticeChoice; readonly after: NoticeChoice },
): readonly Reader[] {
  const isSilenced = ({ channel }: Contact) => {
    const kind = channel === 'email' ? 'mail' : 'sms';
    return noticeGroups.some((group) => before[group][kind] && !after[group][kind]);
  };
  return readers.toSorted((one, other) => Number(isSilenced(other)) - Number(isSilenced(one)));
}
