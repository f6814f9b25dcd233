import type { ExpressionBuilder, InferResult, Kysely } from 'kysely';
import { lockName } from '#server/platform/db/lock-name.ts';
import type { Database, Db } from '#server/core/database/db.ts';

/** A record of the provider, with the searchable values in columns. Ids are hashes. */
export interface NewRecord {
  readonly model: string;
  readonly id: string;
  readonly sealed: string;
  readonly accountId: string | null;
  readonly clientId: string | null;
  readonly grantId: string | null;
  readonly uid: string | null;
  readonly userCode: string | null;
  readonly sessionId: string | null;
  readonly deviceId: string | null;
  readonly credentialEpoch: number | null;
  readonly at: number;
  readonly expiresAt: number;
}

/** A record with all inputs of its validity, read at one moment. */
export interface FoundRecord {
  readonly id: string;
  readonly sealed: string;
  readonly accountId: string | null;
  readonly clientId: string | null;
  readonly grantId: string | null;
  readonly sessionId: string | null;
  readonly deviceId: string | null;
  readonly credentialEpoch: number | null;
  readonly createdAt: number;
  readonly expiresAt: number;
  readonly consumedAt: number | null;
  readonly usedAt: number | null;
  readonly decidedAt: number | null;
  readonly account: { readonly state: string; readonly credentialEpoch: number } | undefined;
  readonly grant: { readonly credentialEpoch: number | null; readonly deviceId: string | null } | undefined;
  /** The browser session behind a provider's session. */
  readonly session:
    | { readonly credentialEpoch: number; readonly endedAt: number | null; readonly expiresAt: number; readonly accountId: string }
    | undefined;
}

/** A provider's session whose browser session ended, with clients that still need notification. */
export interface EndedSession {
  readonly id: string;
  readonly sealed: string;
  readonly tries: number;
}

/** A grant of a program on a desktop. */
export interface ProgramGrant {
  readonly id: string;
  readonly sealed: string;
  readonly clientId: string;
  readonly deviceId: string;
  readonly deviceName: string;
  readonly usedAt: number;
}

/** The SQL on records of the OpenID provider. Conditional changes are in `records.guarded.ts`. */
export interface OpenidRecords {
  upsert(record: NewRecord): Promise<void>;
  /** Leaves a record as it is that another request has written. */
  addOnce(record: NewRecord): Promise<void>;
  find(by: {
    readonly model: string;
    readonly id?: string;
    readonly uid?: string;
    readonly userCodes?: readonly string[];
  }): Promise<FoundRecord | undefined>;
  remove(of: { readonly model: string; readonly id: string }): Promise<void>;
  removeOfGrant(of: { readonly model: string; readonly grantId: string }): Promise<void>;
  /** Whether it was counted for a network at creation and still has no signed-in account. */
  isOfStranger(of: { readonly model: string; readonly id: string }): Promise<boolean>;
  /** Current records of people without a session. */
  ofStrangers(): Promise<{ readonly rows: number; readonly bytes: number }>;
  /** Removes an account's oldest records down to `most` (including `id`), in the caller's transaction. */
  keepNewest(of: { readonly model: string; readonly accountId: string; readonly id: string; readonly most: number }): Promise<void>;
  /** Ends the grants of a device, with all their codes and tokens. */
  removeOfDevice(deviceId: string): Promise<void>;
  /** Live grants of programs on the account's live desktops, last used first. */
  programs(of: { readonly accountId: string; readonly credentialEpoch: number }): Promise<readonly ProgramGrant[]>;
  /** Ends grants with all their codes and tokens, in the caller's transaction. */
  removeGrants(ids: readonly string[]): Promise<void>;
  /** Removes all records of an account: sessions, grants, codes, tokens. In the caller's transaction. */
  removeOfAccount(accountId: string): Promise<void>;
  /** The provider's sessions of a browser session that has ended: reads only those. */
  endedOf(of: { readonly at: number; readonly session: string }): Promise<readonly EndedSession[]>;
  /** Sessions whose browser session ended at `since` or later, and those that are tried again: reads each end since then. */
  endedSessions(of: { readonly at: number; readonly since: number; readonly limit: number }): Promise<readonly EndedSession[]>;
  /** Where a page of the provider's sessions ends, in the order of their ids; undefined for the last page. */
  pageEnd(of: { readonly after: string; readonly length: number }): Promise<string | undefined>;
  /** Sessions of a page whose browser session is over for any reason. */
  deadSessions(of: {
    readonly at: number;
    readonly after: string;
    readonly upTo: string | undefined;
    readonly limit: number;
  }): Promise<readonly EndedSession[]>;
}

/** Records with all inputs of their validity: every query starts here and adds its own conditions. */
function selectRecord(q: Kysely<Database>) {
  return q
    .selectFrom('openid_records as r')
    .leftJoin('accounts as a', 'a.id', 'r.account_id')
    .leftJoin('openid_records as g', (join) => join.onRef('g.id', '=', 'r.grant_id').on('g.model', '=', 'Grant'))
    .leftJoin('sessions as s', 's.id', 'r.session_id')
    .select(['r.id', 'r.sealed', 'r.account_id', 'r.client_id', 'r.grant_id', 'r.session_id', 'r.device_id', 'r.credential_epoch'])
    .select([
      'r.created_at',
      'r.expires_at as record_end',
      'r.consumed_at',
      'r.used_at',
      'r.decided_at',
      'a.state',
      'a.credential_epoch as account_epoch',
    ])
    .select(['g.id as grant', 'g.credential_epoch as grant_epoch', 'g.device_id as grant_device'])
    .select(['s.credential_epoch as session_epoch', 's.ended_at', 's.expires_at', 's.idle_expires_at', 's.account_id as session_account']);
}

type RecordRow = InferResult<ReturnType<typeof selectRecord>>[number];

function toRecord(row: RecordRow): FoundRecord {
  const { session_epoch, session_account, expires_at, idle_expires_at, account_epoch } = row;
  return {
    id: row.id,
    sealed: row.sealed,
    accountId: row.account_id,
    clientId: row.client_id,
    grantId: row.grant_id,
    sessionId: row.session_id,
    deviceId: row.device_id,
    credentialEpoch: row.credential_epoch,
    createdAt: row.created_at,
    expiresAt: row.record_end,
    consumedAt: row.consumed_at,
    usedAt: row.used_at,
    decidedAt: row.decided_at,
    account: row.state === null || account_epoch === null ? undefined : { state: row.state, credentialEpoch: account_epoch },
    grant: row.grant === null ? undefined : { credentialEpoch: row.grant_epoch, deviceId: row.grant_device },
    session:
      session_epoch === null || session_account === null
        ? undefined
        : {
            credentialEpoch: session_epoch,
            endedAt: row.ended_at,
            expiresAt: Math.min(expires_at ?? 0, idle_expires_at ?? 0),
            accountId: session_account,
          },
  };
}

/** The statements that a token exchange repeats: building them costs more than running them. */
function prepareRecords(db: Db) {
  const add = (isOnce: boolean) =>
    db.prepare<{ [Column in keyof NewRecord]: NewRecord[Column] }, unknown>((q, param) => {
      const changing = {
        sealed: param('sealed'),
        account_id: param('accountId'),
        client_id: param('clientId'),
        grant_id: param('grantId'),
        expires_at: param('expiresAt'),
      };
      return q
        .insertInto('openid_records')
        .values({
          ...changing,
          model: param('model'),
          id: param('id'),
          uid: param('uid'),
          user_code: param('userCode'),
          session_id: param('sessionId'),
          device_id: param('deviceId'),
          credential_epoch: param('credentialEpoch'),
          created_at: param('at'),
          consumed_at: null,
          polled_at: null,
          decided_at: null,
          told_at: null,
          tries: 0,
        })
        .onConflict((conflict) => {
          const same = conflict.columns(['model', 'id']);
          return isOnce ? same.doNothing() : same.doUpdateSet(changing);
        });
    });
  const byId = db.prepare<{ model: string; id: string }, RecordRow>((q, param) =>
    selectRecord(q).where('r.model', '=', param('model')).where('r.id', '=', param('id')),
  );
  const endedOf = db.prepare<{ at: number; session: string }, EndedSession>((q, param) =>
    q
      .selectFrom('openid_records as r')
      .innerJoin('sessions as s', 's.id', 'r.session_id')
      .select(['r.id', 'r.sealed', 'r.tries'])
      .where('r.model', '=', 'Session')
      .where('r.session_id', '=', param('session'))
      .where('s.ended_at', 'is not', null)
      .where((eb) => eb.or([eb('r.told_at', 'is', null), eb('r.told_at', '<=', param('at'))])),
  );
  return { upsert: add(false), addOnce: add(true), byId, endedOf };
}

export function createOpenidRecords(db: Db): OpenidRecords {
  const prepared = prepareRecords(db);
  return {
    async upsert(record) {
      await prepared.upsert({ ...record });
    },

    async addOnce(record) {
      await prepared.addOnce({ ...record });
    },

    async find({ model, id, uid, userCodes }) {
      if (id !== undefined) {
        const [row] = await prepared.byId({ model, id });
        return row && toRecord(row);
      }
      const row = await selectRecord(db.q())
        .where('r.model', '=', model)
        .$if(uid !== undefined, (query) => query.where('r.uid', '=', uid ?? ''))
        .$if(userCodes !== undefined, (query) => query.where('r.user_code', 'in', userCodes ?? []))
        .executeTakeFirst();
      return row && toRecord(row);
    },

    async remove({ model, id }) {
      await db.q().deleteFrom('openid_records').where('model', '=', model).where('id', '=', id).execute();
    },

    async removeOfGrant({ model, grantId }) {
      await db.q().deleteFrom('openid_records').where('model', '=', model).where('grant_id', '=', grantId).execute();
    },

    async isOfStranger({ model, id }) {
      const row = await db
        .q()
        .selectFrom('openid_records')
        .select('source')
        .where('model', '=', model)
        .where('id', '=', id)
        .executeTakeFirst();
      return row !== undefined && row.source !== null;
    },

    async ofStrangers() {
      const { rows, bytes } = await db
        .q()
        .selectFrom('openid_records')
        .select((eb) => [eb.fn.countAll().as('rows'), eb.fn.sum<number | string | null>('bytes').as('bytes')])
        .where('source', 'is not', null)
        .executeTakeFirstOrThrow();
      return { rows: Number(rows), bytes: Number(bytes ?? 0) };
    },

    async keepNewest({ model, accountId, id, most }) {
      // Concurrent inserts would not see each other.
      await lockName(db, `${model}:${accountId}`);
      const others = db
        .q()
        .selectFrom('openid_records')
        .select('id')
        .where('model', '=', model)
        .where('account_id', '=', accountId)
        .where('id', '!=', id);
      const kept = others
        .orderBy('created_at', 'desc')
        .orderBy('id')
        .limit(most - 1);
      await db.q().deleteFrom('openid_records').where('model', '=', model).where('id', 'in', others).where('id', 'not in', kept).execute();
    },

    async programs({ accountId, credentialEpoch }) {
      const rows = await db
        .q()
        .selectFrom('openid_records as r')
        .innerJoin('devices as d', 'd.id', 'r.device_id')
        .select(['r.id', 'r.sealed', 'r.client_id', 'r.created_at', 'r.used_at', 'd.id as device', 'd.name'])
        .where('r.model', '=', 'Grant')
        .where('d.account_id', '=', accountId)
        .where('d.ended_at', 'is', null)
        .where('r.credential_epoch', '=', credentialEpoch)
        .whereRef('r.client_id', '!=', 'd.client_id')
        .execute();
      return rows
        .map((row) => ({
          id: row.id,
          sealed: row.sealed,
          clientId: row.client_id ?? '',
          deviceId: row.device,
          deviceName: row.name,
          usedAt: row.used_at ?? row.created_at,
        }))
        .toSorted((a, b) => b.usedAt - a.usedAt);
    },

    async removeGrants(ids) {
      if (ids.length === 0) return;
      await db.q().deleteFrom('openid_records').where('grant_id', 'in', ids).execute();
      await db.q().deleteFrom('openid_records').where('model', '=', 'Grant').where('id', 'in', ids).execute();
    },

    async removeOfDevice(deviceId) {
      const grants = db.q().selectFrom('openid_records').select('id').where('model', '=', 'Grant').where('device_id', '=', deviceId);
      await db.q().deleteFrom('openid_records').where('grant_id', 'in', grants).execute();
      await db.q().deleteFrom('openid_records').where('model', '=', 'Grant').where('device_id', '=', deviceId).execute();
    },

    async removeOfAccount(accountId) {
      const grants = db.q().selectFrom('openid_records').select('id').where('model', '=', 'Grant').where('account_id', '=', accountId);
      const sessions = db.q().selectFrom('sessions').select('id').where('account_id', '=', accountId);
      await db
        .q()
        .deleteFrom('openid_records')
        .where((eb) => eb.or([eb('account_id', '=', accountId), eb('grant_id', 'in', grants), eb('session_id', 'in', sessions)]))
        .execute();
    },

    endedOf: (of) => prepared.endedOf({ ...of }),

    async endedSessions({ at, since, limit }) {
      const lately = await endedOnes(at).where('s.ended_at', '>=', since).limit(limit).execute();
      const again = await endedOnes(at).where('r.told_at', '<=', at).where('s.ended_at', 'is not', null).limit(limit).execute();
      const found = new Map([...lately, ...again].map((session) => [session.id, session]));
      return [...found.values()].slice(0, limit);
    },

    async pageEnd({ after, length }) {
      const row = await db
        .q()
        .selectFrom('openid_records')
        .select('id')
        .where('model', '=', 'Session')
        .where('id', '>', after)
        .orderBy('id')
        .offset(length - 1)
        .limit(1)
        .executeTakeFirst();
      return row?.id;
    },

    async deadSessions({ at, after, upTo, limit }) {
      return await db
        .q()
        .selectFrom('openid_records as r')
        .innerJoin('accounts as a', 'a.id', 'r.account_id')
        .leftJoin('sessions as s', 's.id', 'r.session_id')
        .select(['r.id', 'r.sealed', 'r.tries'])
        .where('r.model', '=', 'Session')
        .where('r.id', '>', after)
        .$if(upTo !== undefined, (query) => query.where('r.id', '<=', upTo ?? ''))
        .where('r.session_id', 'is not', null)
        .where(isUntold(at))
        .where((eb) =>
          eb.or([
            eb('s.id', 'is', null),
            eb('s.ended_at', 'is not', null),
            eb('s.expires_at', '<=', at),
            eb('s.idle_expires_at', '<=', at),
            eb('a.state', '!=', 'active'),
            eb('s.credential_epoch', '!=', eb.ref('a.credential_epoch')),
          ]),
        )
        .limit(limit)
        .execute();
    },
  };

  /** The provider's sessions whose apps are to be told now, with their browser sessions. */
  function endedOnes(at: number) {
    return db
      .q()
      .selectFrom('openid_records as r')
      .innerJoin('sessions as s', 's.id', 'r.session_id')
      .select(['r.id', 'r.sealed', 'r.tries'])
      .where('r.model', '=', 'Session')
      .where(isUntold(at));
  }
}

function isUntold(at: number) {
  return (eb: ExpressionBuilder<Database & { r: Database['openid_records'] }, 'r'>) =>
    eb.or([eb('r.told_at', 'is', null), eb('r.told_at', '<=', at)]);
}
