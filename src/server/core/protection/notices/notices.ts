import { noticeRows } from '#contract/protection/notices/notice-kinds.words.ts';
import type { CodeScene } from '#contract/sign-in/codes/code-scenes.words.ts';
import type { InEveryLanguage, Language } from '#contract/vocabulary/languages.ts';
import { catalogues } from '#messages/catalogues.ts';
import { fill } from '#messages/fill.ts';
import type { ChangeEvent } from '#messages/mail-texts.ts';
import type { Account } from '#server/core/account/accounts/account.ts';
import { asOwn, type OwnContact } from '#server/core/account/identifiers/contact.ts';
import type { Db } from '#server/core/database/db.ts';
import { day, type Clock, type WallClock } from '#server/platform/clock.ts';
import { newId } from '#server/platform/ids.ts';
import type { OutboxMessage, OutboxQueue } from '#server/platform/sending/outbox/outbox-queue.ts';
import type { OutboxWorker } from '#server/platform/sending/outbox/outbox-worker.ts';
import type { FreezeLinks } from './freeze-links.ts';
import type { Gather } from './gather-notices.ts';
import type { PlaceOf } from '#server/platform/geo/places.ts';
import { cityOf, deviceText, placeText } from './event-place.ts';
import { createMessages, digestMessage } from './notice-messages.ts';
import { readNoticeSettings } from './notice-settings.ts';
import { referenceOf } from './reference.ts';
import type { ActingNotice, AlarmNotice, AppNotice, ChangeNotice, CodeNotice, DeskNotice, Digest } from './told.ts';

export type { AlarmNotice, AppNotice, Cause, ChangeNotice, CodeNotice, DeskNotice } from './told.ts';

/** All messages to people. Sent right after the commit. */
export interface Notices {
  /** Puts a one-time code in the outbox, in the caller's transaction. */
  sendCode(notice: CodeNotice): Promise<void>;
  /** Puts the welcome mail in the outbox, in the caller's transaction; nothing for an account without an email. */
  sendWelcome(account: Account): Promise<void>;
  /**
   * Tells the owner about a changed credential or contact: time, place and advice; in the caller's transaction. In a flood
   * it waits for a digest, unless it has its own link.
   */
  sendChange(notice: ChangeNotice): Promise<void>;
  /** Sends the notices that waited for one reader as one message with one link, in the caller's transaction. */
  sendDigest(digest: Digest): Promise<void>;
  /** Contacts that are notified of an event: for an alarm every phone and email, otherwise those that the account has chosen. */
  readersOf(account: Pick<Account, 'id' | 'phone' | 'emailShown'>, event: ChangeEvent): Promise<readonly OwnContact[]>;
  /** Puts a message in the outbox again, with another reference, in the caller's transaction; returns its id. */
  sendAgain(again: { readonly message: OutboxMessage; readonly about: string; readonly expiresAt: number }): Promise<string>;
  /** Title of an event in a message, in a few words. `target` is masked. */
  titleOf(event: ChangeEvent, of: { readonly language: Language; readonly target: string }): string;
  /** Mails what happened to an app, in the caller's transaction; nothing to an account without an email. */
  sendApp(notice: AppNotice): Promise<void>;
  /** Mails the desk that answers requests about data, in the caller's transaction. */
  sendDesk(notice: DeskNotice): Promise<void>;
  /** Mails a lead or an auditor of the desk, in the caller's transaction. */
  sendAlarm(notice: AlarmNotice): Promise<void>;
}

export interface NoticesOptions {
  readonly db: Db;
  readonly queue: OutboxQueue;
  readonly worker: Pick<OutboxWorker, 'poke'>;
  readonly clock: Clock;
  readonly wall: WallClock;
  readonly publicUrl: string;
  readonly freezeLinks: FreezeLinks;
  readonly gather: Gather;
  /** False when no SMS can be sent; then notices go only by mail. */
  readonly smsIsAvailable?: boolean;
  /** False where carriers refuse SMS with links. */
  readonly smsLinks?: boolean;
  readonly placeOf: PlaceOf;
  readonly supportEmail: string;
  readonly brand: { readonly id: InEveryLanguage };
}

/** Time limit for sending a notice that is not urgent. */
const noticeLifeMs = 3 * day;

/**
 * Strangers cause it, once a day at most. It leaves at once and is kept nowhere, so that an address without an account
 * costs the same.
 */
function isLimited(event: ChangeEvent): boolean {
  return event === 'recoveryBegun';
}

/** Every phone and email of an account: all of them are notified of a change of credentials. */
export function contactsOf({ phone, emailShown }: Pick<Account, 'id' | 'phone' | 'emailShown'>): readonly OwnContact[] {
  return [...(emailShown === null ? [] : [asOwn('email', emailShown)]), ...(phone === null ? [] : [asOwn('sms', phone)])];
}

export function createNotices(options: NoticesOptions): Notices {
  const { db, queue, worker, clock, smsIsAvailable = true, ...rest } = options;
  const messages = createMessages(rest);
  const { codeMessage, titleOf, welcomeMessage, appMessage, deskMessage, alarmMessage } = messages;

  async function put(entry: Parameters<OutboxQueue['put']>[0]): Promise<void> {
    const id = entry.id ?? newId();
    await queue.put({ ...entry, id, message: withReference(entry.message, id) });
    db.afterCommit(() => worker.poke());
  }

  async function putNotice(account: Pick<Account, 'id'>, message: OutboxMessage, discard: boolean): Promise<void> {
    await put({ message, lane: 'notice', discard, about: account.id, expiresAt: clock.now() + noticeLifeMs });
  }

  return {
    async sendCode(notice) {
      const { id, lane, discard, showsOutage, about, expiresAt } = notice;
      await put({ id, message: codeMessage(notice), lane, discard, showsOutage, about, expiresAt });
    },

    async sendWelcome(account) {
      if (account.emailShown === null) return;
      const message = welcomeMessage(account.emailShown, account);
      await put({ message, lane: 'notice', discard: false, about: account.id, expiresAt: clock.now() + noticeLifeMs });
    },

    ...createOwnerNotices({ ...options, smsIsAvailable, put: putNotice, messages }),

    async sendAgain({ message, about, expiresAt }) {
      const id = newId();
      await put({ id, message, lane: 'notice', discard: false, about, expiresAt });
      return id;
    },

    titleOf,

    async sendApp(notice) {
      const { account, discard = false } = notice;
      if (account.emailShown === null) return;
      const message = appMessage(account.emailShown, notice);
      await put({ message, lane: 'notice', discard, about: account.id, expiresAt: clock.now() + noticeLifeMs });
    },

    async sendDesk(notice) {
      await put({ message: deskMessage(notice), lane: 'notice', discard: false, expiresAt: clock.now() + noticeLifeMs });
    },

    async sendAlarm(notice) {
      await put({ message: alarmMessage(notice), lane: 'notice', discard: false, expiresAt: clock.now() + noticeLifeMs });
    },
  };
}

interface OwnerParts extends Pick<NoticesOptions, 'db' | 'clock' | 'wall' | 'freezeLinks' | 'gather' | 'placeOf'> {
  readonly smsIsAvailable: boolean;
  readonly put: (account: Pick<Account, 'id'>, message: OutboxMessage, discard: boolean) => Promise<void>;
  readonly messages: ReturnType<typeof createMessages>;
}

/** Messages to owners about what happened. */
function createOwnerNotices({
  db,
  wall,
  freezeLinks,
  gather,
  placeOf,
  smsIsAvailable,
  put,
  messages,
}: OwnerParts): Pick<Notices, 'sendChange' | 'sendDigest' | 'readersOf'> {
  const { changeMessage } = messages;

  /** Where it happened, and with which browser. */
  function seen({ account: { language }, from, by }: ChangeNotice) {
    const where = { place: placeText(placeOf, from, language), near: cityOf(placeOf, from, language) };
    return { ...where, device: deviceText(by?.userAgent ?? '', language) };
  }

  async function sendActing(notice: ActingNotice): Promise<void> {
    const { account, event, to, by = {}, ways = [], discard } = notice;
    const { place, near, device } = seen(notice);
    const values = { place, near, device, ...notice.values };
    const target = String(notice.values?.['target'] ?? notice.values?.['name'] ?? '');
    const facts = await freezeLinks.factsOf({ accountId: account.id, event, by, ways, place, device, target });
    if (discard !== true && !isLimited(event) && (await gather(account.id, { to, facts, values }))) return;
    await put(
      account,
      changeMessage({ account, event, to, values, ...(await freezeLinks.make({ accountId: account.id, to, events: [facts] })) }),
      discard ?? false,
    );
  }

  return {
    async sendChange(notice) {
      if (notice.to.channel === 'sms' && !smsIsAvailable) return;
      if (notice.link === undefined) await sendActing(notice);
      else await put(notice.account, changeMessage({ ...notice, values: { ...seen(notice), ...notice.values } }), notice.discard ?? false);
    },

    async sendDigest({ account, told, counted }) {
      const [{ to, facts, values }, ...others] = told;
      const linked = await freezeLinks.make({ accountId: account.id, to, events: [facts, ...others.map((each) => each.facts)] });
      const message =
        others.length === 0 && counted === 0
          ? changeMessage({
              account,
              event: facts.event,
              to,
              values: { place: facts.place, name: facts.target, ...values, time: facts.at },
              ...linked,
            })
          : digestMessage({ ...messages, now: wall.wall() }, { account, to, events: told.map((each) => each.facts), counted, ...linked });
      await put(account, message, false);
    },

    async readersOf(account, event) {
      const all = contactsOf(account).filter(({ channel }) => channel === 'email' || smsIsAvailable);
      const { weight, group } = noticeRows[event];
      if (weight === 'alarm') return all;
      const chosen = (await readNoticeSettings(db, account.id)).groups[group];
      const readers = all.filter(({ channel }) => (channel === 'email' ? chosen.mail : chosen.sms));
      return readers.length > 0 ? readers : all.slice(0, 1);
    },
  };
}

/** Codes whose reader may have no account yet in which the message could be listed. */
const unlisted: readonly string[] = ['register', 'upgrade'] satisfies readonly CodeScene[];

/** A mail with its reference, which the account's list of messages shows. SMS have no room for one. */
function withReference(message: OutboxMessage, id: string): OutboxMessage {
  if (message.channel === 'sms' || unlisted.includes(message.scene)) return message;
  const reference = fill(catalogues[message.language].mail.listed.reference, { ref: referenceOf(id) });
  return { ...message, content: { ...message.content, reference } };
}
