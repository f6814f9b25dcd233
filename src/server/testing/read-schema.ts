import { sql } from 'kysely';
import type { Db } from '#server/core/database/db.ts';

interface Part {
  readonly line: string;
}

/** Everything that the migrations have made, one line for each part, in an order that does not depend on theirs. */
export async function readSchema({ db }: { readonly db: Db }): Promise<readonly string[]> {
  const lines = db.engine === 'sqlite' ? await sqliteParts(db) : await postgresParts(db);
  return lines.map((line) => line.replaceAll(/\s+/g, ' ').trim()).toSorted();
}

async function postgresParts(db: Db): Promise<readonly string[]> {
  const { rows } = await sql<Part>`
    select concat_ws(' ', 'column', c.relname, a.attname, format_type(a.atttypid, a.atttypmod), case when a.attnotnull then 'not null' end,
        'default ' || pg_get_expr(d.adbin, d.adrelid), case when a.attcollation <> t.typcollation then 'collate ' || l.collname end) as line
      from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_type t on t.oid = a.atttypid
      left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum left join pg_collation l on l.oid = a.attcollation
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
    union all select concat_ws(' ', 'constraint', conrelid::regclass, conname, pg_get_constraintdef(oid))
      from pg_constraint where connamespace = 'public'::regnamespace and conrelid <> 0 and contype <> 'n'
    union all select concat_ws(' ', 'index', indexdef) from pg_indexes where schemaname = 'public'
    union all select concat_ws(' ', 'trigger', pg_get_triggerdef(oid)) from pg_trigger where not tgisinternal
    union all select concat_ws(' ', 'function', pg_get_functiondef(oid)) from pg_proc where pronamespace = 'public'::regnamespace
    union all select concat_ws(' ', 'sequence', sequencename, data_type) from pg_sequences where schemaname = 'public'
    union all select concat_ws(' ', 'view', viewname, definition) from pg_views where schemaname = 'public'`.execute(db.q());
  return rows.map(({ line }) => line);
}

async function sqliteParts(db: Db): Promise<readonly string[]> {
  const { rows } = await sql<Part>`
    with tables as (select name, sql from sqlite_master where type = 'table' and name not like 'sqlite_%')
    select concat_ws(' ', 'column', t.name, c.name, lower(c.type), iif(c."notnull", 'not null', null), 'default ' || c.dflt_value,
        iif(c.pk, 'key ' || c.pk, null)) as line
      from tables t, pragma_table_xinfo(t.name) c
    union all select concat_ws(' ', 'table', t.name, iif(l.wr, 'without rowid', null), iif(l.strict, 'strict', null))
      from tables t, pragma_table_list(t.name) l
    union all select concat_ws(' ', 'reference', t.name, f.seq, f."from", f."table", f."to", f.on_delete, f.on_update)
      from tables t, pragma_foreign_key_list(t.name) f
    union all select concat_ws(' ', 'unique', t.name, i.origin, (select group_concat(x.name) from pragma_index_info(i.name) x))
      from tables t, pragma_index_list(t.name) i where i."unique" and i.origin <> 'c'
    union all select concat_ws(' ', 'made', type, sql) from sqlite_master where type <> 'table' and sql is not null`.execute(db.q());
  const { rows: tables } = await sql<{ name: string; sql: string }>`select name, sql from sqlite_master where type = 'table'`.execute(
    db.q(),
  );
  return [
    ...rows.map(({ line }) => line),
    ...tables.flatMap(({ name, sql: made }) => checksIn(made).map((check) => `check ${name} ${check}`)),
  ];
}

/** SQLite tells the checks of a table only in the statement that made it. */
function checksIn(statement: string): readonly string[] {
  return [...statement.matchAll(/\bcheck\s*\(/gi)].map(({ index, 0: start }) => {
    let end = index + start.length;
    for (let open = 1; open > 0 && end < statement.length; end += 1) {
      if (statement[end] === '(') open += 1;
      if (statement[end] === ')') open -= 1;
    }
    return statement.slice(index + start.length, end - 1);
  });
}
