import type { ChangeEvent } from '#messages/mail-texts.ts';
import type { OwnContact } from '#server/core/account/identifiers/contact.ts';
import { isMuted } from '#server/core/protection/incidents/muted.repository.ts';
import { linkRows } from '#server/core/sign-in/links/link-rows.ts';
import type { Links } from '#server/core/sign-in/links/links.ts';
import { pageLink, type MailLink } from '#server/core/sign-in/links/mail-link.ts';
import { waysOfSession } from '#server/core/sign-in/sessions/session-ways.repository.ts';
import type { WayId } from '#server/core/sign-in/ways/way.ts';
import type { Visit } from '#server/core/sign-in/sessions/visit.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Keyring } from '#server/platform/crypto/keyring.ts';
import type { Db } from '#server/core/database/db.ts';
import { sha256 } from '#server/platform/ids.ts';

/** The browser behind an event, if its request has one. */
export type Doer = Partial<Pick<Visit, 'sessionToken' | 'browser' | 'userAgent'>>;

/** An event that somebody is told about. */
export interface ToldEvent {
  readonly accountId: string;
  readonly event: ChangeEvent;
  readonly by: Doer;
  /** Ways that were shown for it beside those of the session. */
  readonly ways: readonly WayId[];
  /** As the message names them: masked. */
  readonly place: string;
  readonly device: string;
  readonly target: string;
}

/** Event of a notice, and who was behind it. */
export interface EventFacts {
  readonly event: ChangeEvent;
  /** Milliseconds. */
  readonly at: number;
  readonly place: string;
  readonly target: string;
  /** '' where unknown. */
  readonly device: string;
  readonly ways: readonly WayId[];
  /** Hash of the known-browser cookie, or ''. */
  readonly browser: string;
}

/** Payload of the link of a notice: the facts of its message. */
export interface NoticeOfEvent extends EventFacts {
  readonly does: 'freeze';
  readonly by: 'phone' | 'email';
  /** Further events that the message names, the oldest first. */
  readonly others?: readonly EventFacts[];
}

export interface FreezeLinksDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly keyring: Pick<Keyring, 'macs'>;
  readonly links: Pick<Links, 'issue'>;
}

/** Makes the links of notices, in the transaction of the message: one for each contact that is told. */
export interface FreezeLinks {
  /** In the transaction of the event: later its session may be gone. */
  factsOf(told: ToldEvent): Promise<EventFacts>;
  /** One link answers for all events of a message, the oldest first. */
  make(of: {
    readonly accountId: string;
    readonly to: OwnContact;
    readonly events: readonly [EventFacts, ...EventFacts[]];
  }): Promise<LinkOfEvent>;
}

/** The page, without a token, for a contact whose messages somebody else reads. */
export interface LinkOfEvent {
  readonly link: MailLink;
  readonly linkKind: 'freeze' | 'freezePage';
}

export function createFreezeLinks({ db, clock, keyring, links }: FreezeLinksDeps): FreezeLinks {
  return {
    async factsOf({ accountId, event, by, ways, place, device, target }) {
      const shown = by.sessionToken === undefined ? [] : await waysOfSession(db, { id: sha256(by.sessionToken), accountId });
      return {
        event,
        at: clock.now(),
        place,
        target,
        device,
        ways: [...new Set([...shown, ...ways])],
        browser: by.browser ?? '',
      };
    },

    async make({ accountId, to, events: [first, ...others] }) {
      const kind = to.channel === 'sms' ? 'phone' : 'email';
      if (await isMuted({ db, keyring }, accountId, { kind, value: to.address })) {
        // The page that freezes without a message, for a contact whose messages somebody else reads.
        return { link: pageLink('/freeze'), linkKind: 'freezePage' };
      }
      const notice: NoticeOfEvent = { does: 'freeze', by: kind, ...first, ...(others.length > 0 && { others }) };
      // One for nobody goes as early as those of a recovery for nobody.
      const life = accountId === '' ? { lifeMs: linkRows.recovery.lifeMs } : {};
      const link = await links.issue({ kind: 'notice', accountId, target: to.address, payload: JSON.stringify(notice), ...life });
      return { link, linkKind: 'freeze' };
    },
  };
}
