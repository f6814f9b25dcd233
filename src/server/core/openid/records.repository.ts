import type { Db } from '#server/platform/db/db.ts';

/** What the provider gives to be kept, with what we look for in columns. Ids are hashes. */
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

/** A record with what decides whether it is alive, all of one moment. */
export interface FoundRecord {
  readonly id: string;
  readonly sealed: string;
  readonly accountId: string | null;
  readonly clientId: string | null;
  readonly grantId: string | null;
  readonly sessionId: string | null;
  readonly deviceId: string | null;
  readonly credentialEpoch: number | null;
  readonly consumedAt: number | null;
  readonly decidedAt: number | null;
  readonly account: { readonly state: string; readonly credentialEpoch: number } | undefined;
  readonly grant: { readonly credentialEpoch: number | null; readonly deviceId: string | null } | undefined;
  /** The browser session that a provider's session stands on. */
  readonly session:
    | { readonly credentialEpoch: number; readonly endedAt: number | null; readonly expiresAt: number; readonly accountId: string }
    | undefined;
}

/** A provider's session whose browser session has ended, with clients that are still to be told. */
export interface EndedSession {
  readonly id: string;
  readonly sealed: string;
  readonly tries: number;
}

/** The SQL on what the OpenID provider keeps. Conditional changes are in `platform/db/consumption.ts`. */
export interface OpenidRecords {
  upsert(record: NewRecord): Promise<void>;
  find(by: {
    readonly model: string;
    readonly id?: string;
    readonly uid?: string;
    readonly userCode?: string;
  }): Promise<FoundRecord | undefined>;
  remove(of: { readonly model: string; readonly id: string }): Promise<void>;
  removeOfGrant(of: { readonly model: string; readonly grantId: string }): Promise<void>;
  /** Ends the grants that were given to a device, with all codes and tokens that hang on them. */
  removeOfDevice(deviceId: string): Promise<void>;
  /** Removes everything that is kept of an account: sessions, grants, codes, tokens. In the caller's transaction. */
  removeOfAccount(accountId: string): Promise<void>;
  /** Those whose browser session was ended at `since` or later: cheap. */
  endedSessions(of: { readonly at: number; readonly since: number; readonly limit: number }): Promise<readonly EndedSession[]>;
  /** Those whose browser session is dead for any reason: looks at all of them. */
  deadSessions(of: { readonly at: number; readonly limit: number }): Promise<readonly EndedSession[]>;
}

export function createOpenidRecords(db: Db): OpenidRecords {
  return {
    async upsert({ model, id, sealed, accountId, clientId, grantId, uid, userCode, sessionId, deviceId, credentialEpoch, at, expiresAt }) {
      await db
        .q()
        .insertInto('openid_records')
        .values({
          model,
          id,
          sealed,
          account_id: accountId,
          client_id: clientId,
          grant_id: grantId,
          uid,
          user_code: userCode,
          session_id: sessionId,
          device_id: deviceId,
          credential_epoch: credentialEpoch,
          created_at: at,
          expires_at: expiresAt,
          consumed_at: null,
          polled_at: null,
          decided_at: null,
          told_at: null,
          tries: 0,
        })
        .onConflict((conflict) =>
          conflict.columns(['model', 'id']).doUpdateSet({
            sealed,
            account_id: accountId,
            client_id: clientId,
            grant_id: grantId,
            expires_at: expiresAt,
          }),
        )
        .execute();
    },

    async find({ model, id, uid, userCode }) {
      const row = await db
        .q()
        .selectFrom('openid_records as r')
        .leftJoin('accounts as a', 'a.id', 'r.account_id')
        .leftJoin('openid_records as g', (join) => join.onRef('g.id', '=', 'r.grant_id').on('g.model', '=', 'Grant'))
        .leftJoin('sessions as s', 's.id', 'r.session_id')
        .select(['r.id', 'r.sealed', 'r.account_id', 'r.client_id', 'r.grant_id', 'r.session_id', 'r.device_id', 'r.credential_epoch'])
        .select(['r.consumed_at', 'r.decided_at', 'a.state', 'a.credential_epoch as account_epoch'])
        .select(['g.id as grant', 'g.credential_epoch as grant_epoch', 'g.device_id as grant_device'])
        .select([
          's.credential_epoch as session_epoch',
          's.ended_at',
          's.expires_at',
          's.idle_expires_at',
          's.account_id as session_account',
        ])
        .where('r.model', '=', model)
        .$if(id !== undefined, (query) => query.where('r.id', '=', id ?? ''))
        .$if(uid !== undefined, (query) => query.where('r.uid', '=', uid ?? ''))
        .$if(userCode !== undefined, (query) => query.where('r.user_code', '=', userCode ?? ''))
        .executeTakeFirst();
      if (row === undefined) return undefined;
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
        consumedAt: row.consumed_at,
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
    },

    async remove({ model, id }) {
      await db.q().deleteFrom('openid_records').where('model', '=', model).where('id', '=', id).execute();
    },

    async removeOfGrant({ model, grantId }) {
      await db.q().deleteFrom('openid_records').where('model', '=', model).where('grant_id', '=', grantId).execute();
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

    async endedSessions({ at, since, limit }) {
      return await db
        .q()
        .selectFrom('sessions as s')
        .innerJoin('openid_records as r', 'r.session_id', 's.id')
        .select(['r.id', 'r.sealed', 'r.tries'])
        .where('s.ended_at', '>=', since)
        .where('r.model', '=', 'Session')
        .where((eb) => eb.or([eb('r.told_at', 'is', null), eb('r.told_at', '<=', at)]))
        .limit(limit)
        .execute();
    },

    async deadSessions({ at, limit }) {
      return await db
        .q()
        .selectFrom('openid_records as r')
        .innerJoin('accounts as a', 'a.id', 'r.account_id')
        .leftJoin('sessions as s', 's.id', 'r.session_id')
        .select(['r.id', 'r.sealed', 'r.tries'])
        .where('r.model', '=', 'Session')
        .where('r.session_id', 'is not', null)
        .where((eb) => eb.or([eb('r.told_at', 'is', null), eb('r.told_at', '<=', at)]))
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
        .orderBy('r.created_at')
        .limit(limit)
        .execute();
    },
  };
}
