import { limits } from '#contract/limits.ts';
import { invitationDays } from '#contract/vocabulary/children.ts';
import { day, hour } from '#server/platform/clock.ts';

/** One row for each token that leaves the house in a message or by a person's hand. */
interface LinkRow {
  /** The pages that take its token, up to the token itself: the usual one, that of an SMS, and others. */
  readonly pages: readonly [usual: string, short?: string, ...others: string[]];
  /** Null for one that lives as long as what it belongs to. */
  readonly lifeMs: number | null;
  /** Whether it changes something: without a proof, together with a proof of who presses it, or never. */
  readonly acts: 'alone' | 'with a proof' | 'never';
  /** Content for a holder who shows nothing else: `contact` is the one by which it came, masked. */
  readonly shows: 'nothing' | 'contact' | 'event' | 'date' | 'child' | 'receipt';
  /** Whether a change of credentials, and with it a freeze, ends the link. */
  readonly endsWithCredentials: boolean;
  /**
   * Its receiver: `own` is a contact that the account has or had, `new` an address that proves itself, `guardian` whom the
   * child asks, `leaver` who asked for the deletion, to keep after the account is gone.
   */
  readonly to: 'own' | 'new' | 'guardian' | 'leaver';
  /** The table that knows it. */
  readonly in: 'links' | 'page_tickets' | 'deletions';
}

/** Every token that leaves the house: without a row here nobody can make one (spec 9). */
export const linkRows = {
  recovery: {
    pages: ['/register/support?token='],
    lifeMs: limits.recoveryLinkHours * hour,
    acts: 'alone',
    shows: 'nothing',
    endsWithCredentials: true,
    to: 'own',
    in: 'links',
  },
  activation: {
    pages: ['/activate-email?token='],
    lifeMs: limits.activationLinkHours * hour,
    acts: 'alone',
    shows: 'contact',
    endsWithCredentials: true,
    to: 'new',
    in: 'links',
  },
  // It outlives credentials: otherwise an intruder could end the owner's answer by another password change.
  notice: {
    pages: ['/notice#', '/n#', '/recover#'],
    lifeMs: 72 * hour,
    acts: 'alone',
    shows: 'event',
    endsWithCredentials: false,
    to: 'own',
    in: 'links',
  },
  // A child may set a new password while a guardian takes a week to answer.
  guardian: {
    pages: ['/guardian#'],
    lifeMs: invitationDays * day,
    acts: 'with a proof',
    shows: 'child',
    endsWithCredentials: false,
    to: 'guardian',
    in: 'links',
  },
  merge: {
    pages: ['/undo-upgrade?token=', '/u#'],
    lifeMs: limits.mergeUndoDays * day,
    acts: 'alone',
    shows: 'nothing',
    endsWithCredentials: true,
    to: 'own',
    in: 'links',
  },
  withdrawal: {
    pages: ['/apply-cancellation?X-Token='],
    lifeMs: null,
    acts: 'alone',
    shows: 'date',
    endsWithCredentials: true,
    to: 'own',
    in: 'page_tickets',
  },
  receipt: {
    pages: ['/receipt#', '/r#'],
    lifeMs: null,
    acts: 'never',
    shows: 'receipt',
    endsWithCredentials: false,
    to: 'leaver',
    in: 'deletions',
  },
} as const satisfies Readonly<Record<string, LinkRow>>;

export type LinkName = keyof typeof linkRows;

type NamesIn<Table extends LinkRow['in']> = { [Name in LinkName]: (typeof linkRows)[Name]['in'] extends Table ? Name : never }[LinkName];

/** Links of the table `links`. */
export type LinkKind = NamesIn<'links'>;

/** Links whose token another table knows. */
export type KeptLink = Exclude<LinkName, LinkKind>;

export type LinkPage<Name extends LinkName = LinkName> = (typeof linkRows)[Name]['pages'][number];
