import { wayRows, type WayKind } from '#contract/sign-in/ways/ways.words.ts';
import type { Account } from '#server/core/account/accounts/account.ts';
import { asOwn, type OwnContact } from '#server/core/account/identifiers/contact.ts';
import { unionApp } from '#server/core/account/social-accounts/social-subjects.table.ts';
import type { Store } from '#server/core/store.ts';
import { day } from '#server/platform/clock.ts';
import { newId } from '#server/platform/ids.ts';
import { leavesAs, mayFreeze } from './decisions.ts';
import { endFormerWays, keepForFreeze, putOutFormerWays, releaseFromFreeze } from './former-ways.guarded.ts';
import { createFormerWayRows, type FormerWayRow } from './former-ways.repository.ts';
import type { KnownWays } from './independence.ts';
import { longPeriodMs, takenMs, type Way, type WayId, type WayState } from './way.ts';
import type { Taking } from './taking.ts';

/** How long former ways are kept after a freeze. */
const afterFreezeMs = 30 * day;

/** A way that stood in an account and stands no more: for 45 days it recovers the account, and is notified of alarms. */
export interface FormerWay {
  readonly id: string;
  readonly way: Way;
  /** A phone, an email as its owner wrote it, a password hash. */
  readonly value: string;
  readonly leftAt: number;
  /** Milliseconds. */
  readonly until: number;
}

/** An id of a social account at its platform, in one of our apps or in all of them. */
interface SocialId {
  readonly app: string;
  readonly subject: string;
}

/** A way that leaves. */
export interface Leaving {
  readonly account: Pick<Account, 'id'>;
  readonly way: Way;
  readonly value: string;
  readonly leftBy: 'removed' | 'replaced';
  /** Evidence that took it out. */
  readonly by: Taking;
  /** The ways of the account before it. */
  readonly ways: KnownWays;
}

/** The one store of what an account had before. A former way never signs in, and proves nothing inside a session. */
export interface FormerWays {
  /** In the transaction of the change. Keeps nothing of a way that two independent ones took out: it is void. */
  keep(leaving: Leaving): Promise<void>;
  /** Keeps what somebody who got in by a wait did not keep: it proves on the way back, and neither freezes nor stops. */
  putOut(out: Pick<Leaving, 'account' | 'way' | 'value'>): Promise<void>;
  /** The same for those that had left before. */
  putOutAgain(ids: readonly string[]): Promise<void>;
  /** Ways that still recover the account. */
  of(account: Pick<Account, 'id'>): Promise<readonly FormerWay[]>;
  /** Account that had this phone or email, and whom nobody else has proven it to; undefined without one. */
  ownerOf(kind: 'phone' | 'email', value: string): Promise<string | undefined>;
  /** The same for a social account, by its ids at the platform, with the ids of what it was there. */
  ownerOfSocial(platform: string, ids: readonly SocialId[]): Promise<{ readonly id: string; readonly was: readonly string[] } | undefined>;
  /** Keeps those that have not lapsed until the freeze is over, in its transaction. */
  keepForFreeze(accountId: string): Promise<void>;
  /** After the freeze they recover the account for 30 days more, if they would have lapsed before. */
  releaseFromFreeze(accountId: string): Promise<void>;
  /** Ends them for good, in the transaction of a recovery. */
  drop(ids: readonly string[], outcome: 'restored' | 'dropped'): Promise<void>;
}

export function createFormerWays({ db, clock, keyring }: Store): FormerWays {
  const rows = createFormerWayRows(db);
  const since = () => clock.now() - longPeriodMs;

  function read(row: FormerWayRow): FormerWay {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only `keep` writes them
    const { value, vouchedBy, ownRootAt, carriers } = JSON.parse(keyring.open('former-way', row.sealed)) as Sealed;
    const kind: WayKind = row.family;
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only `keep` writes them
    const id = row.way as WayId;
    const way: Way = {
      id,
      kind,
      carriers: carriers ?? wayRows[kind].carriers,
      addedAt: row.added_at,
      vouchedBy,
      // A way that was taken out before it stood for itself never does: its time runs only in the account.
      ownRootAt: vouchedBy === null || ownRootAt <= row.left_at ? ownRootAt : Number.POSITIVE_INFINITY,
      isSuspect: false,
      state: stateOf(row, clock.now()),
    };
    return { id: row.id, way, value, leftAt: row.left_at, until: Math.max(row.left_at, Math.min(row.kept_at, clock.now())) + longPeriodMs };
  }

  type Fate = Pick<FormerWayRow, 'left_by' | 'left_roots' | 'session' | 'taken_until'>;

  async function insert({ account, way, value }: Pick<Leaving, 'account' | 'way' | 'value'>, fate: Fate): Promise<void> {
    const foundBy = wasOf(way.kind, value);
    const sealed: Sealed = { value, vouchedBy: way.vouchedBy, ownRootAt: way.ownRootAt, carriers: way.carriers };
    await rows.insert({
      id: newId(),
      account_id: account.id,
      way: way.id,
      family: way.kind,
      sealed: keyring.seal('former-way', JSON.stringify(sealed)),
      was: foundBy === undefined ? '' : keyring.mac('former-contact', foundBy),
      added_at: way.addedAt,
      root: way.vouchedBy ?? way.id,
      left_at: clock.now(),
      ...fate,
      outcome: null,
    });
  }

  return {
    async keep({ by, leftBy, ways, ...leaving }) {
      const state = leavesAs(leaving.way, by, ways);
      if (state === 'void') return;
      await insert(leaving, {
        left_by: leftBy,
        left_roots: JSON.stringify(by.roots),
        session: by.sessionId.slice(0, 16),
        taken_until: state === 'taken' ? clock.now() + takenMs : null,
      });
    },

    putOut: (out) => insert(out, { left_by: 'put-out', left_roots: '[]', session: '', taken_until: null }),

    putOutAgain: (ids) => putOutFormerWays(db, { ids, at: clock.now() }),

    async of({ id }) {
      return (await rows.of(id, since())).map(read);
    },

    async ownerOf(kind, value) {
      const found = await rows.accountsWith(keyring.macs('former-contact', contactText(kind, value)), since());
      return found[0]?.account_id;
    },

    async ownerOfSocial(platform, ids) {
      const hashes = ids.flatMap((id) => keyring.macs('former-contact', socialText(platform, id)));
      return ownerIn(await rows.accountsWith(hashes, since()));
    },

    keepForFreeze: (accountId) => keepForFreeze(db, { accountId, after: since(), at: clock.now() }),
    releaseFromFreeze: (accountId) => releaseFromFreeze(db, { accountId, keptAt: since() + afterFreezeMs }),

    drop: (ids, outcome) => endFormerWays(db, { ids, outcome }),
  };
}

/** The account that had it last, and what it was there. */
function ownerIn(found: readonly Pick<FormerWayRow, 'id' | 'account_id'>[]): Awaited<ReturnType<FormerWays['ownerOfSocial']>> {
  const owner = found[0]?.account_id;
  return owner === undefined ? undefined : { id: owner, was: found.flatMap((row) => (row.account_id === owner ? [row.id] : [])) };
}

interface Sealed {
  readonly value: string;
  readonly vouchedBy: WayId | null;
  readonly ownRootAt: number;
  readonly carriers?: Way['carriers'];
}

function stateOf({ left_by: leftBy, taken_until: takenUntil }: FormerWayRow, now: number): WayState {
  if (leftBy === 'put-out') return 'out';
  return takenUntil !== null && takenUntil > now ? 'taken' : 'former';
}

/** Text by which a former way is found: the contact, or an id at the platform, the one for all apps where there is one. */
function wasOf(kind: WayKind, value: string): string | undefined {
  if (kind === 'phone' || kind === 'email') return contactText(kind, value);
  if (kind !== 'social') return undefined;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as `SocialRows` was kept
  const { platform, subjects } = JSON.parse(value) as { readonly platform: string; readonly subjects: readonly SocialId[] };
  const id = subjects.find(({ app }) => app === unionApp) ?? subjects[0];
  return id && socialText(platform, id);
}

const contactText = (kind: 'phone' | 'email', value: string): string => `${kind}:${value.toLowerCase()}`;
const socialText = (platform: string, { app, subject }: SocialId): string => `social:${JSON.stringify([platform, app, subject])}`;

/** Former phones and emails, which are notified of alarms as the present ones do; not those that somebody put out who got in. */
export function formerContacts(formers: readonly FormerWay[]): readonly OwnContact[] {
  const heard = formers.filter(({ way }) => mayFreeze(way));
  return heard.flatMap(({ way, value }) => {
    if (way.kind === 'phone') return [asOwn('sms', value)];
    return way.kind === 'email' ? [asOwn('email', value)] : [];
  });
}
