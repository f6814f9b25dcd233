import type { Db } from '#server/core/database/db.ts';
import { lockName } from '#server/platform/db/lock-name.ts';
import type { DeliveryFailure } from '#server/platform/sending/outbox/undeliverable.ts';
import type { CodeAsker, CodeChannel } from './code-policy.ts';

/** A binding as stored: with a hashed target. */
export interface StoredCodeBinding {
  readonly scene: string;
  readonly channel: CodeChannel;
  /** Current hash of the target first, then hashes under earlier root keys. */
  readonly targetHashes: readonly [string, ...string[]];
  readonly holder: string;
}

export interface CodeRecord {
  readonly id: string;
  readonly codeHash: string;
  readonly createdAt: number;
  readonly expiresAt: number;
  readonly voidedAt: number | null;
  readonly usedAt: number | null;
  /** Reason of the failed delivery, if known and if its holder may know it. */
  readonly failure: DeliveryFailure | null;
}

export interface NewCode extends Omit<StoredCodeBinding, 'targetHashes'> {
  readonly id: string;
  readonly asker: CodeAsker;
  readonly targetHash: string;
  readonly codeHash: string;
  readonly at: number;
  readonly expiresAt: number;
  readonly tellsFailure: boolean;
}

/** A code that counts toward the limits of its target. */
export interface MadeCode {
  readonly at: number;
  readonly asker: CodeAsker;
}

/** The SQL on `codes`. Tries, use and voiding are in `codes.guarded.ts`. */
export interface CodeRows {
  /** The newest code of a binding, in any state. */
  latest(binding: StoredCodeBinding): Promise<CodeRecord | undefined>;
  /**
   * Codes made for a target since then, newest first, at most `limit`. Excludes unsent codes, unless somebody guessed
   * at one before it ended.
   */
  madeSince(of: { readonly targetHashes: readonly string[]; readonly since: number; readonly limit: number }): Promise<MadeCode[]>;
  /** Whether a code of this scene was made for the target since then, for anybody. */
  wasMade(of: { readonly targetHashes: readonly string[]; readonly scene: string; readonly since: number }): Promise<boolean>;
  insert(code: NewCode): Promise<void>;
  /** Number of still valid codes that no provider accepted, among those whose holders may know it. */
  countNotTaken(at: number): Promise<number>;
  /** Makes concurrent senders to the same target wait for the end of this transaction. */
  lockTarget(targetHash: string): Promise<void>;
}

export function createCodeRows(db: Db): CodeRows {
  const newest = db.prepare<
    { target_hash: string; scene: string; channel: CodeChannel; holder: string },
    {
      id: string;
      code_hash: string;
      created_at: number;
      expires_at: number;
      voided_at: number | null;
      used_at: number | null;
      failure: DeliveryFailure | null;
    }
  >((q, param) =>
    q
      .selectFrom('codes')
      .select(['id', 'code_hash', 'created_at', 'expires_at', 'voided_at', 'used_at', 'failure'])
      .where('target_hash', '=', param('target_hash'))
      .where('scene', '=', param('scene'))
      .where('channel', '=', param('channel'))
      .where('holder', '=', param('holder'))
      .orderBy('created_at', 'desc')
      // The first of two codes of one moment is used before the other is made.
      .orderBy('used_at', (order) => order.asc().nullsFirst())
      .limit(1),
  );

  return {
    async latest({ scene, channel, targetHashes, holder }) {
      const found = [];
      for (const targetHash of targetHashes) found.push(...(await newest({ target_hash: targetHash, scene, channel, holder })));
      const [row] = found.toSorted((a, b) => b.created_at - a.created_at);
      return (
        row && {
          id: row.id,
          codeHash: row.code_hash,
          createdAt: row.created_at,
          expiresAt: row.expires_at,
          voidedAt: row.voided_at,
          usedAt: row.used_at,
          failure: row.failure,
        }
      );
    },

    async madeSince({ targetHashes, since, limit }) {
      return db
        .q()
        .selectFrom('codes')
        .select(['created_at as at', 'asker'])
        .where('target_hash', 'in', targetHashes)
        .where('created_at', '>', since)
        .where((eb) => eb.or([eb('failure', 'is', null), eb('failure', '=', 'undelivered'), eb('attempts', '>', 0)]))
        .orderBy('created_at', 'desc')
        .limit(limit)
        .execute();
    },

    async wasMade({ targetHashes, scene, since }) {
      const made = await db
        .q()
        .selectFrom('codes')
        .select('id')
        .where('target_hash', 'in', targetHashes)
        .where('scene', '=', scene)
        .where('created_at', '>', since)
        .limit(1)
        .execute();
      return made.length > 0;
    },

    async insert({ id, scene, channel, targetHash, holder, asker, codeHash, at, expiresAt, tellsFailure }) {
      await db
        .q()
        .insertInto('codes')
        .values({
          id,
          scene,
          channel,
          target_hash: targetHash,
          holder,
          asker,
          code_hash: codeHash,
          attempts: 0,
          created_at: at,
          expires_at: expiresAt,
          voided_at: null,
          used_at: null,
          tells_failure: tellsFailure ? 1 : 0,
        })
        .execute();
    },

    async countNotTaken(at) {
      const { count } = await db
        .q()
        .selectFrom('codes')
        .select((eb) => eb.fn.countAll().as('count'))
        .where('expires_at', '>', at)
        .where('failure', '=', 'notTaken')
        .executeTakeFirstOrThrow();
      return Number(count);
    },

    lockTarget: (targetHash) => lockName(db, targetHash),
  };
}
