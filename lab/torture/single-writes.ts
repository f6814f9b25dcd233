import { createKeyring } from '#server/platform/crypto/keyring.ts';
import { day } from '#server/platform/clock.ts';
import type { Db } from '#server/core/database/db.ts';
import { newCsrfToken, sessionBinding } from '#server/platform/http/sessions/csrf.ts';
import { newToken, sha256 } from '#server/platform/ids.ts';
import { connectLoad } from './load.ts';

/**
 * Writes that happen once each and must stay: sessions that were signed out, and accounts that were registered with a
 * code.
 */
export interface SingleWrites {
  /** The number of each that was acknowledged. */
  count(): { readonly signedOut: number; readonly registered: number };
  /** Prepares `sessions` live sessions for signing out. */
  prepare(db: Db, sessions: number): Promise<void>;
  /** Writes until the server is killed or it is told to stop. */
  start(origin: string, how: { readonly lanes: number; readonly registers: boolean }): { stop(): Promise<void> };
  /** The number of acknowledged writes that are missing in the database. */
  countLost(db: Db): Promise<number>;
}

const mark = 'torture';
const rowsAtOnce = 500;

/** @param secretKey of the servers, base64: makes the CSRF token of a session that did not sign in */
export function createSingleWrites(secretKey: string): SingleWrites {
  const keyring = createKeyring(Buffer.from(secretKey, 'base64'));
  const live: string[] = [];
  const signedOut = new Set<string>();
  const registered = new Set<string>();

  async function signOut(origin: string): Promise<boolean> {
    const sid = live.pop();
    if (sid === undefined) return false;
    const client = connectLoad(origin);
    client.cookies.set('sid', sid);
    client.cookies.set('csrf', newCsrfToken(keyring, sessionBinding(sid)));
    const { code, text } = await client.post('/logout', {});
    if (code === 200) signedOut.add(sha256(sid));
    else if (code !== 503) throw new Refused(text);
    return true;
  }

  return {
    count: () => ({ signedOut: signedOut.size, registered: registered.size }),

    async prepare(db, sessions) {
      const owner = await db.q().selectFrom('accounts').select(['id', 'credential_epoch']).executeTakeFirstOrThrow();
      const at = Date.now();
      while (live.length < sessions) {
        const sids = Array.from({ length: rowsAtOnce }, newToken);
        const whose = { account_id: owner.id, credential_epoch: owner.credential_epoch, client_ip: '', user_agent: mark };
        const when = {
          created_at: at,
          last_seen_at: at,
          idle_expires_at: at + day,
          expires_at: at + day,
          ended_at: null,
          verified_until: null,
          auth_at: at,
        };
        const how = { wrong_passwords: 0, passkey_until: null, acr: '1', amr: '', ways: '' };
        await db.tx(async () => {
          await db
            .q()
            .insertInto('sessions')
            .values(sids.map((sid) => ({ id: sha256(sid), ...whose, ...how, ...when })))
            .execute();
        });
        live.push(...sids);
      }
    },

    start(origin, { lanes, registers }) {
      const over = new AbortController();
      /** Writes in sequence until a write has no answer. */
      async function lane(write: () => Promise<boolean>): Promise<void> {
        try {
          while (!over.signal.aborted && (await write()));
        } catch (error) {
          if (error instanceof Refused) throw error;
        }
      }
      async function register(): Promise<boolean> {
        const { phone } = await connectLoad(origin).register();
        registered.add(phone);
        return true;
      }
      const working = Array.from({ length: lanes }, () => lane(() => signOut(origin)));
      if (registers) working.push(lane(register));
      for (const work of working) work.catch(() => undefined);
      return {
        async stop() {
          over.abort();
          await Promise.all(working);
        },
      };
    },

    async countLost(db) {
      const alive = await db.q().selectFrom('sessions').select('id').where('user_agent', '=', mark).where('ended_at', 'is', null).execute();
      const phones = new Set(
        (await db.q().selectFrom('identifiers').select('value').where('kind', '=', 'phone').execute()).map(({ value }) => value),
      );
      const used = await db
        .q()
        .selectFrom('codes')
        .select((eb) => eb.fn.countAll<number | string>().as('count'))
        .where('scene', '=', 'register')
        .where('used_at', 'is not', null)
        .executeTakeFirstOrThrow();
      return (
        alive.filter(({ id }) => signedOut.has(id)).length +
        [...registered].filter((phone) => !phones.has(phone)).length +
        // Each of them has used a code; the writers' accounts have too.
        Math.max(0, registered.size - Number(used.count))
      );
    },
  };
}

/** An answer that a living server must not give. */
class Refused extends Error {}
