import type { Selectable } from 'kysely';
import type { Database, Db } from '#server/core/database/db.ts';
import type { DevicesTable } from './devices.table.ts';

/** A device signed in by the device grant. Times are milliseconds. */
export interface Device {
  readonly id: string;
  readonly clientId: string;
  readonly name: string;
  readonly type: DevicesTable['type'];
  readonly model: string;
  readonly os: string;
  readonly osVersion: string;
  readonly address: string;
  readonly firstSeenAt: number;
  readonly lastSeenAt: number;
}

export interface NewDevice extends Omit<Device, 'firstSeenAt' | 'lastSeenAt'> {
  readonly accountId: string;
  readonly credentialEpoch: number;
  /** Keyed hash of the hardware id, or ''. */
  readonly hardware: string;
  /** The browser session that signs it in on the same computer. */
  readonly sessionId?: string | undefined;
  readonly at: number;
}

/** A signed-in browser. */
export interface BrowserSession {
  readonly sessionId: string;
  readonly address: string;
  readonly userAgent: string;
  readonly startedAt: number;
  readonly lastSeenAt: number;
}

interface Whose {
  readonly accountId: string;
  readonly credentialEpoch: number;
}

/** The SQL on devices and signed-in browsers. The end of a device is in `devices.guarded.ts`. */
export interface Devices {
  insert(device: NewDevice): Promise<void>;
  /** Live devices of the current credentials, last seen first. */
  list(of: Whose): Promise<readonly Device[]>;
  /** Live devices with this hardware, under any of its keyed hashes; a new approval replaces them. */
  withHardware(of: Whose & { readonly clientId: string; readonly hardware: readonly string[] }): Promise<readonly string[]>;
  /** Live devices that this browser session signed in on its own computer. */
  ofSession(of: Whose & { readonly sessionId: string }): Promise<readonly { readonly id: string; readonly name: string }[]>;
  touch(of: { readonly id: string; readonly at: number }): Promise<void>;
  /** Notes the key of a device, if the app that it is signed in with is this one and not a program on it. */
  noteKey(of: { readonly id: string; readonly clientId: string; readonly key: string }): Promise<void>;
  /** The newest device with a key, live or ended. */
  byKey(key: string): Promise<string | undefined>;
  /** Live sessions, last seen first. */
  browsers(of: Whose & { readonly at: number }): Promise<readonly BrowserSession[]>;
}

export function createDevices(db: Db): Devices {
  const live = ({ accountId, credentialEpoch }: Whose) =>
    db
      .q()
      .selectFrom('devices')
      .where('account_id', '=', accountId)
      .where('credential_epoch', '=', credentialEpoch)
      .where('ended_at', 'is', null);
  return {
    async insert({ at, accountId, credentialEpoch, clientId, osVersion, address, sessionId, ...device }) {
      await db
        .q()
        .insertInto('devices')
        .values({
          ...device,
          account_id: accountId,
          client_id: clientId,
          credential_epoch: credentialEpoch,
          os_version: osVersion,
          client_ip: address,
          first_seen_at: at,
          last_seen_at: at,
          ended_at: null,
          session_id: sessionId ?? null,
          key_thumbprint: null,
        })
        .execute();
    },
    async list(whose) {
      const rows = await live(whose).selectAll().orderBy('last_seen_at', 'desc').limit(100).execute();
      return rows.map(toDevice);
    },
    async withHardware({ clientId, hardware, ...whose }) {
      const rows = await live(whose).select('id').where('client_id', '=', clientId).where('hardware', 'in', hardware).execute();
      return rows.map(({ id }) => id);
    },
    async ofSession({ sessionId, ...whose }) {
      return await live(whose).select(['id', 'name']).where('session_id', '=', sessionId).execute();
    },
    async touch({ id, at }) {
      await db.q().updateTable('devices').set({ last_seen_at: at }).where('id', '=', id).where('last_seen_at', '<', at).execute();
    },
    async noteKey({ id, clientId, key }) {
      await db
        .q()
        .updateTable('devices')
        .set({ key_thumbprint: key })
        .where('id', '=', id)
        .where('client_id', '=', clientId)
        .where((eb) => eb.or([eb('key_thumbprint', 'is', null), eb('key_thumbprint', '!=', key)]))
        .execute();
    },
    async byKey(key) {
      const found = await db
        .q()
        .selectFrom('devices')
        .select('id')
        .where('key_thumbprint', '=', key)
        .orderBy('first_seen_at', 'desc')
        .limit(1)
        .executeTakeFirst();
      return found?.id;
    },
    async browsers({ accountId, credentialEpoch, at }) {
      const rows = await db
        .q()
        .selectFrom('sessions')
        .select(['id', 'client_ip', 'user_agent', 'created_at', 'last_seen_at'])
        .where('account_id', '=', accountId)
        .where('credential_epoch', '=', credentialEpoch)
        .where('ended_at', 'is', null)
        .where('expires_at', '>', at)
        .where('idle_expires_at', '>', at)
        .orderBy('last_seen_at', 'desc')
        .execute();
      return rows.map(toBrowser);
    },
  };
}

function toDevice(row: Selectable<DevicesTable>): Device {
  return {
    id: row.id,
    clientId: row.client_id,
    name: row.name,
    type: row.type,
    model: row.model,
    os: row.os,
    osVersion: row.os_version,
    address: row.client_ip,
    firstSeenAt: row.first_seen_at,
    lastSeenAt: row.last_seen_at,
  };
}

function toBrowser(
  row: Pick<Selectable<Database['sessions']>, 'id' | 'client_ip' | 'user_agent' | 'created_at' | 'last_seen_at'>,
): BrowserSession {
  return {
    sessionId: row.id,
    address: row.client_ip,
    userAgent: row.user_agent,
    startedAt: row.created_at,
    lastSeenAt: row.last_seen_at,
  };
}
