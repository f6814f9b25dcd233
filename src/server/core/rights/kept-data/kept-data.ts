import {
  dataTopics,
  thingForms,
  type DataBasis,
  type DataTopic,
  type KeptThing,
  type KeptUntil,
  type ThingForm,
} from '#contract/vocabulary/kept-data.ts';
import { day } from '#server/platform/clock.ts';
import { personalColumns } from '#server/platform/db/tables/table-data.ts';
import type { AnyTable } from '#server/platform/db/tables/table.ts';

/** Settings of an operator, by the names that tables use. */
export type KeptRetention = { readonly auditDays: number } & Readonly<Record<string, number | undefined>>;

/** One thing of a topic, as its person reads it. */
export interface KeptItem {
  readonly thing: KeptThing;
  /** `copied` as soon as one of its columns is in the copy. */
  readonly form: ThingForm;
  readonly basis: DataBasis;
  readonly until: KeptUntil;
}

/** Kept data of a topic, and the tables whose rows count for it. */
export interface KeptTopic {
  readonly topic: DataTopic;
  readonly basis: DataBasis;
  readonly until: KeptUntil;
  readonly items: readonly KeptItem[];
  readonly tables: readonly AnyTable[];
  /** Columns of rows that count for another topic: each value in them counts for this one. */
  readonly parts: readonly KeptPart[];
}

export interface KeptPart {
  readonly table: AnyTable;
  readonly columns: readonly string[];
}

/** "Your data", made from the declarations of the tables. A topic without anything is left out. */
export function keptTopics(tables: readonly AnyTable[], retention: KeptRetention): readonly KeptTopic[] {
  return dataTopics.flatMap((topic) => {
    const found = new Map<KeptThing, KeptItem>();
    const own: AnyTable[] = [];
    for (const table of tables) {
      const items = itemsOf(table, retention).filter((item) => item.topic === topic);
      if (items.length > 0 && topicOf(table) === topic) own.push(table);
      for (const { topic: _, ...item } of items) found.set(item.thing, longer(found.get(item.thing), item));
    }
    const items = [...found.values()];
    const [first] = items;
    return first === undefined
      ? []
      : [{ topic, basis: first.basis, until: longest(items), items, tables: own, parts: partsOf(tables, topic) }];
  });
}

function partsOf(tables: readonly AnyTable[], topic: DataTopic): readonly KeptPart[] {
  return tables.flatMap((table) => {
    const part = typeof table.data === 'object' ? table.data.part : undefined;
    if (part?.topic !== topic) return [];
    const columns = [...personalColumns(table)].filter(([, { thing }]) => part.things.includes(thing));
    return [{ table, columns: columns.map(([column]) => column) }];
  });
}

function topicOf({ data }: AnyTable): DataTopic | undefined {
  return typeof data === 'object' ? data.topic : undefined;
}

function itemsOf(table: AnyTable, retention: KeptRetention): readonly (KeptItem & { readonly topic: DataTopic })[] {
  const { data } = table;
  if (typeof data !== 'object') return [];
  return [...personalColumns(table).values()].map(({ thing, form }) => {
    const { topic, basis, until } = data.part?.things.includes(thing) === true ? data.part : data;
    return { thing, form, topic, basis, until: untilOf(table, until, retention) };
  });
}

function untilOf({ sweep }: AnyTable, until: 'account' | 'removal' | 'swept' | 'law' | 'short', retention: KeptRetention): KeptUntil {
  if (until === 'law') return { kind: 'law', days: retention.auditDays };
  if (until !== 'swept') return { kind: until, days: 0 };
  if (typeof sweep === 'string') throw new Error('Rows that are kept until they are swept need rules for it.');
  const days = sweep.map(({ graceMs }) => (typeof graceMs === 'number' ? graceMs / day : (retention[graceMs.setting] ?? graceMs.days)));
  return { kind: 'ended', days: Math.max(1, Math.ceil(Math.max(...days))) };
}

/** A thing of several tables is kept as long as the last of them keeps it. */
function longer(one: KeptItem | undefined, other: KeptItem): KeptItem {
  if (one === undefined) return other;
  const form = thingForms.find((each) => each === one.form || each === other.form) ?? one.form;
  return { ...(rankOf(other.until) > rankOf(one.until) ? other : one), form };
}

function longest(items: readonly KeptItem[]): KeptUntil {
  return items.map(({ until }) => until).reduce((one, other) => (rankOf(other) > rankOf(one) ? other : one));
}

function rankOf({ kind, days }: KeptUntil): number {
  return kind === 'account' ? Infinity : kind === 'removal' ? Number.MAX_SAFE_INTEGER : days;
}
