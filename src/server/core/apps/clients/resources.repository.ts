import { defaultLanguage, forEveryLanguage, type InEveryLanguage } from '#contract/vocabulary/languages.ts';
import type { Db } from '#server/core/database/db.ts';
import type { Resource } from './resource.ts';

/** The SQL on APIs of the operator. */
export interface OpenidResources {
  find(id: string): Promise<Resource | undefined>;
  list(): Promise<readonly Resource[]>;
  /** False when the id exists. */
  add(resource: Resource, at: number): Promise<boolean>;
  /** False for an unknown id. */
  remove(id: string): Promise<boolean>;
}

export function createOpenidResources(db: Db): OpenidResources {
  return {
    async find(id) {
      const row = await db.q().selectFrom('openid_resources').selectAll().where('id', '=', id).executeTakeFirst();
      return row && toResource(row);
    },
    async list() {
      return (await db.q().selectFrom('openid_resources').selectAll().orderBy('id').execute()).map(toResource);
    },
    async add({ id, scopes, tokenSeconds, format, introspector }, at) {
      const { numInsertedOrUpdatedRows } = await db
        .q()
        .insertInto('openid_resources')
        .values({
          id,
          scopes: JSON.stringify(scopes),
          token_seconds: tokenSeconds,
          format,
          introspector: introspector === '' ? null : introspector,
          created_at: at,
        })
        .onConflict((conflict) => conflict.column('id').doNothing())
        .executeTakeFirstOrThrow();
      return numInsertedOrUpdatedRows === 1n;
    },
    async remove(id) {
      const { numDeletedRows } = await db.q().deleteFrom('openid_resources').where('id', '=', id).executeTakeFirstOrThrow();
      return numDeletedRows === 1n;
    },
  };
}

function toResource(row: {
  readonly id: string;
  readonly scopes: string;
  readonly token_seconds: number;
  readonly format: string;
  readonly introspector: string | null;
}): Resource {
  const stored: Record<string, Partial<InEveryLanguage>> = JSON.parse(row.scopes);
  return {
    id: row.id,
    scopes: Object.fromEntries(Object.entries(stored).map(([name, texts]) => [name, completed(texts)])),
    tokenSeconds: row.token_seconds,
    format: row.format === 'opaque' ? 'opaque' : 'jwt',
    introspector: row.introspector ?? '',
  };
}

/** A resource from before a language was added lacks its text; the text of the default language replaces it. */
function completed(texts: Partial<InEveryLanguage>): InEveryLanguage {
  return forEveryLanguage((language) => texts[language] ?? texts[defaultLanguage] ?? '');
}
