import type { ColumnType, SelectType } from 'kysely';
import type { DataBasis, DataTopic, KeptThing } from '#contract/vocabulary/kept-data.ts';
import { minute } from '#server/platform/clock.ts';
import type { SqlValue } from './sql-value.ts';

/**
 * How long a row of a stranger, which lives for minutes, stays after its time: the number of such rows is bounded.
 * Other rows stay for a day, so that a clock that steps back revives nothing; `kept-time.ts` handles a larger step.
 */
export const shortGraceMs = 5 * minute;

/**
 * A column that only `*.guarded.ts` files may change: single-use marks, counters, states. Other code can read it and
 * set it on insert, as `Insert`; an update of it does not compile.
 */
export type Guarded<T, Insert = T> = ColumnType<T, Insert, never>;

/** A column that no code reads or writes any more, until a migration drops it. */
export type Unwritten = ColumnType<string | null, undefined, never>;

/** The networks of the person who made a row without a session (`stranger-rows.ts`); null in other rows. */
export type Source = ColumnType<string | null, undefined, never>;

/** A reason has two words at least. */
type Because = `because ${string} ${string}`;
/** The code that does it instead of the generic function: a path below `src/server`. */
type By = `by ${string}.ts`;

/**
 * Meaning of a column to its person, and whether a copy of their data has it: it is there, as a text, a time (milliseconds here,
 * RFC 3339 there), a number or a switch; it is there although it is sealed here (`opened`); it is computed or hashed, and cannot
 * be read back; it is sealed only for the server; or it is not personal.
 */
export type Exported<V = string | number> = Copied<V> | `derived from ${KeptThing}` | `sealed as ${KeptThing}` | NotPersonal;
type Copied<V> =
  Extract<V, number> extends never ? `in the export as ${KeptThing}${'' | ', opened'}` : `in the export as ${KeptThing}, ${CopiedNumber}`;
/** How a copy writes a number. */
export type CopiedNumber = 'a time' | 'a number' | 'a switch';
export type NotPersonal = `not personal, ${Because}`;

/** The rows of an account in a table whose erasure is code: columns with its id, or rows of another table of theirs. */
export type RowsOf<Column extends string> =
  | readonly Column[]
  | { readonly column: Column; readonly in: string; readonly key: string; readonly owner: string };

interface KeptHow {
  readonly topic: DataTopic;
  readonly basis: DataBasis;
  readonly until: 'account' | 'removal' | 'swept' | 'law' | 'short';
}

interface DataPart extends KeptHow {
  readonly things: readonly KeptThing[];
}

interface Told<Column extends string> {
  readonly isTold: (row: Readonly<Record<string, unknown>>, isQuiet: boolean) => boolean;
  /** Each row that their person may not have contains one of these texts in this column. */
  readonly others: { readonly in: Column; readonly contain: readonly string[] };
}

/**
 * Statement of "Your data" about a table: its topic, why its rows are kept, and for how long: with the account, until their
 * owner removes them, as `sweep` says, as the law says (the setting of the audit trail), or for minutes to two days.
 */
interface DataWord<Column extends string, Moment extends string = Column> extends KeptHow {
  /** When a row began; none in a table whose rows have no moment. A copy has the rows in this order. */
  readonly since?: Moment;
  /** Needed where `erase` names no column. */
  readonly of?: RowsOf<Column>;
  /** Things of the same rows that belong to another topic. */
  readonly part?: DataPart;
  /** Whether their person may have a row now; without it all of them. `isQuiet`: the law forbids to tell of a hold. */
  readonly told?: Told<Column>;
  /** A row of an account without what it says of others. */
  readonly hide?: <Row extends Readonly<Record<string, unknown>>>(row: Row, accountId: string) => Row;
}

/** The columns with a number in every row. */
type MomentOf<T> = { [C in keyof T & string]: SelectType<T[C]> extends number ? C : never }[keyof T & string];

/** A table of nobody has no word for people. A table of accounts has one, or says why there is none. */
type Data<T, E> = E extends string
  ? { readonly data?: never }
  : { readonly data: DataWord<keyof T & string, MomentOf<T>> | `nothing, ${Because}` };

/** Columns with the id of a session, or with a part of it: a name says so. */
type SessionColumn<T> = Extract<keyof T & string, 'session' | 'session_id' | `${string}_session`>;

/**
 * The effect of a renewal, which gives a session a new id: rows of the session move to it, or stay with the previous id,
 * which no request has from then on.
 */
export type OnRenewal = 'moves' | `stays, ${Because}`;

/** A table with the id of a session says what happens to its rows when the session is renewed. */
type OfSession<T> = [SessionColumn<T>] extends [never]
  ? { readonly session?: never }
  : { readonly session: { readonly [C in SessionColumn<T>]: OnRenewal } };

type Values<T> = { readonly [C in keyof T & string]?: SqlValue };

/** A row is stale when all of these moments are long enough ago. */
export interface StaleRule<T> {
  readonly past: readonly [keyof T & string, ...(keyof T & string)[]];
  /** A number of milliseconds, or a number of days that an operator may set. */
  readonly graceMs: number | { readonly setting: string; readonly days: number };
  /** Only rows with one of these values, or with any value. */
  readonly where?: { readonly [C in keyof T & string]?: readonly SqlValue[] | 'set' };
  /** Only rows in which a column differs from that of the row of another table that `of` names by its id. */
  readonly unlike?: { readonly column: keyof T & string; readonly of: keyof T & string; readonly in: string };
  readonly every: 'minute' | 'hour';
}

export type Sweep<T> = readonly [StaleRule<T>, ...StaleRule<T>[]] | By | `never, ${Because}`;

/** Rows that are removed with their account: which they are, and how the receipt of an erasure counts them. */
interface RowsGo<T> {
  readonly rows: 'go';
  readonly of: (keyof T & string) | By;
  /** The text before the account's id in the column. */
  readonly prefix?: string;
  readonly receipt?: string;
  /** Why rows that identify nobody may wait for the sweep. */
  readonly others?: Because;
}

/** Rows that outlive their account, without personal data: each column declares its outcome. */
interface RowsStay<T> {
  readonly rows: 'stay';
  readonly of: (keyof T & string) | By;
  /** Rows of an account that are removed nevertheless. */
  readonly except?: { readonly of: keyof T & string; readonly where: Values<T> };
}

/** Rows that identify nobody: the sweep removes them. */
interface RowsWait {
  readonly rows: 'wait';
  readonly reason: Because;
}

export type Erase<T> = RowsGo<T> | RowsStay<T> | RowsWait | `of nobody, ${Because}`;

/** Effect of an erasure on a column of a row that stays. */
export type ErasedColumn<V> =
  | { readonly erase: { readonly blank: V } | { readonly becomes: V }; readonly export: Exported<V> }
  | { readonly erase: `keep, ${Because}`; readonly export: Exported<V> };

/** Depends on the table's word: removed rows need no word per column, a table without personal data has no export. */
export type ColumnWord<E, V> = E extends { readonly rows: 'stay' } ? ErasedColumn<V> : E extends string ? NotPersonal : Exported<V>;

export type Columns<T, E> = { readonly [C in keyof T & string]-?: ColumnWord<E, SelectType<T[C]>> };

/** The effect of a restored copy: rows that may have been used since are void. */
export type Restore<T> = 'void' | { readonly voidBut: Values<T>; readonly reason: Because } | `keep, ${Because}`;

/**
 * The effect of a merge of a legacy account into an account: chosen values move, rows are added, rows lose their effect
 * (ended, spent or of an earlier epoch), or none.
 */
export type Merge = 'move' | 'add' | 'drop' | 'keep';

/** A table with its life. `T` are its columns as Kysely knows them. */
export interface Table<T, Name extends string = string, C = unknown> {
  readonly name: Name;
  /** The primary key. */
  readonly key: readonly string[];
  readonly sweep: Sweep<T>;
  readonly erase: Erase<T>;
  readonly restore: Restore<T>;
  readonly merge: Merge;
  readonly session?: Readonly<Record<string, OnRenewal>> | undefined;
  readonly data?: DataWord<keyof T & string> | `nothing, ${Because}` | undefined;
  readonly columns: C;
  /** Never set: carries the type. */
  readonly row?: T;
}

/** Any table, as the generic functions see it. */
export type AnyTable = Omit<Table<Readonly<Record<string, unknown>>, string, Readonly<Record<string, unknown>>>, 'row'>;

/** Declares a table: a life that omits an event, or a column without a word, does not compile. */
export function table<T>() {
  return <const Name extends string, const E extends Erase<T>, const C extends Columns<T, E>>(
    declared: {
      readonly name: Name;
      readonly key: readonly [keyof T & string, ...(keyof T & string)[]];
      readonly sweep: Sweep<T>;
      readonly erase: E;
      readonly restore: Restore<T>;
      readonly merge: Merge;
      readonly columns: C & { readonly [K in Exclude<keyof C, keyof T>]: never };
    } & Data<T, E> &
      OfSession<T>,
  ): Table<T, Name, C> => declared;
}

/** The schema of a list of tables, in Kysely's form. */
export type SchemaOf<Tables extends readonly { readonly name: string; readonly row?: unknown }[]> = {
  [T in Tables[number] as T['name']]: Exclude<T['row'], undefined>;
};

/** The columns that an erasure blanks, with the remaining values. */
export type BlankOf<C> = {
  -readonly [K in keyof C as C[K] extends { readonly erase: { readonly blank: unknown } } ? K : never]: C[K];
};

type BlankRow<T, C> = { [K in keyof T & keyof BlankOf<C>]: SelectType<T[K]> };

/** The values that an erasure leaves in the columns of a row that stays. */
export function blankRow<T, C>({ columns }: Table<T, string, C>): BlankRow<T, C> {
  return blanksIn(Object.entries(columns as Readonly<Record<string, unknown>>)) as BlankRow<T, C>;
}

export function blanksIn(columns: readonly (readonly [string, unknown])[]): Readonly<Record<string, SqlValue>> {
  const blanks: Record<string, SqlValue> = {};
  for (const [column, word] of columns) if (isBlanked(word)) blanks[column] = word.erase.blank;
  return blanks;
}

function isBlanked(word: unknown): word is { readonly erase: { readonly blank: SqlValue } } {
  return (
    typeof word === 'object' &&
    word !== null &&
    'erase' in word &&
    typeof word.erase === 'object' &&
    word.erase !== null &&
    'blank' in word.erase
  );
}

/** Reasons that many columns share. */
export const isRandom = 'not personal, because it is a random id';
export const isInternal = 'not personal, because it is the id that only the server uses for an account';
export const isSecret = 'not personal, because it is a secret that only the server can use';
export const isBookkeeping = 'not personal, because it is bookkeeping of the server';
