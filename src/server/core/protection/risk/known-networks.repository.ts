import type { Db } from '#server/core/database/db.ts';
import type { Keyring } from '#server/platform/crypto/keyring.ts';
import { networksOf } from '#server/platform/http/requests/client-ip.ts';
import { day } from '#server/platform/clock.ts';
import type { SeenNetwork } from './assess.ts';
import { networkDays } from './known-networks.table.ts';

/** An account remembers so many networks; the least recently used one goes. */
const networksPerAccount = 50;

/** The networks from which an account has signed in. */
export interface KnownNetworks {
  /** Networks of the last 180 days. */
  of(accountId: string, at: number): Promise<readonly SeenNetwork[]>;
  /** The names of a client IP's network: the /24 or the /48, under each key, the current one first. */
  namesOf(clientIp: string): readonly [string, ...string[]];
  /** Remembers the network of a sign-in, in its transaction. */
  note(use: { readonly accountId: string; readonly clientIp: string; readonly country: string; readonly at: number }): Promise<void>;
}

export function createKnownNetworks({ db, keyring }: { readonly db: Db; readonly keyring: Pick<Keyring, 'macs'> }): KnownNetworks {
  const seen = db.prepare<{ account: string; since: number }, SeenNetwork>((q, param) =>
    q
      .selectFrom('known_networks')
      .select(['network', 'country', 'first_at as firstAt'])
      .where('account_id', '=', param('account'))
      .where('last_at', '>', param('since')),
  );
  const upsert = db.prepare<{ account_id: string; network: string; country: string; at: number }, { readonly first_at: number }>(
    (q, param) =>
      q
        .insertInto('known_networks')
        .values({
          account_id: param('account_id'),
          network: param('network'),
          country: param('country'),
          first_at: param('at'),
          last_at: param('at'),
        })
        .onConflict((conflict) =>
          conflict.columns(['account_id', 'network']).doUpdateSet({ last_at: param('at'), country: param('country') }),
        )
        .returning('first_at'),
  );

  const forgetOldest = db.prepare<{ account_id: string }, unknown>((q, param) =>
    q
      .deleteFrom('known_networks')
      .where('account_id', '=', param('account_id'))
      .where(
        'network',
        'in',
        q
          .selectFrom('known_networks as older')
          .select('older.network')
          .where('older.account_id', '=', param('account_id'))
          .orderBy('older.last_at', 'desc')
          .orderBy('older.network')
          .limit(100)
          .offset(networksPerAccount),
      ),
  );

  const namesOf = (clientIp: string) => keyring.macs('known-network', networksOf(clientIp).at(-1)?.name ?? '');
  return {
    of: (account, at) => seen({ account, since: at - networkDays * day }),
    namesOf,
    async note({ accountId, clientIp, country, at }) {
      const [network] = namesOf(clientIp);
      const [known] = await upsert({ account_id: accountId, network, country, at });
      // A known one makes no more of them.
      if (known?.first_at === at) await forgetOldest({ account_id: accountId });
    },
  };
}
