import { noticeGroups, silentGroups, type NoticeChoice } from '#contract/protection/notices/notice-kinds.words.ts';
import { lockAccount } from '#server/core/account/accounts/accounts.guarded.ts';
import type { Core } from '#server/core/core.ts';
import { chooseNotices, readNoticeSettings, silencedFirst, type ChosenNotices } from '#server/core/protection/notices/notice-settings.ts';
import type { Session } from '#server/core/sign-in/sessions/sessions.ts';
import type { Visit } from '#server/core/sign-in/sessions/visit.ts';
import { Refusal } from '#server/platform/refusal.ts';

export type ChangeNoticesDeps = Pick<Core, 'store' | 'journal' | 'evidence'>;

interface Wanted {
  readonly groups: NoticeChoice;
  /** The version that the person has seen. */
  readonly known: string;
}

/**
 * Chooses how an account is told, and tells everybody of it: first by the channels that are silent from now on. A repeat
 * of the present choice changes nothing and needs no proof.
 * @throws {Refusal} badRequest for a group without a channel, preconditionFailed with `data.etag`, verificationNeeded
 */
export async function changeNotices(
  { store: { db, clock }, journal: { audit, notices }, evidence: { proofs } }: ChangeNoticesDeps,
  { session, visit }: { readonly session: Session; readonly visit: Visit },
  { groups, known }: Wanted,
): Promise<ChosenNotices> {
  if (silentGroups(groups).length > 0) throw new Refusal('badRequest', { fields: { channels: 'required' } });
  const { accountId, sessionId, account } = session;
  return db.tx(async () => {
    await lockAccount(db, accountId);
    const before = await readNoticeSettings(db, accountId);
    if (before.version !== known)
      throw new Refusal('preconditionFailed', { reason: 'another version was shown', data: { etag: before.version } });
    if (!noticeGroups.some((group) => isChanged(before.groups[group], groups[group]))) return before;
    await proofs.redeem(session, { action: 'changeNotices' });
    const chosen = await chooseNotices(db, { accountId, before, groups, at: clock.now() });
    if (chosen === undefined) throw new Refusal('preconditionFailed', { reason: 'another change came first' });
    await audit.record({ event: 'notice.settings-changed', accountId, sessionId, origin: visit });
    for (const to of silencedFirst(await notices.readersOf(account, 'noticesChanged'), { before: before.groups, after: groups })) {
      await notices.sendChange({ account, event: 'noticesChanged', to, from: visit.clientIp, by: visit });
    }
    return chosen;
  });
}

type Channels = NoticeChoice[keyof NoticeChoice];

function isChanged(one: Channels, other: Channels): boolean {
  return one.mail !== other.mail || one.sms !== other.sms;
}
