import type { Selectable } from 'kysely';
import type { QrPurpose } from '#contract/sign-in/qr/qr.words.ts';
import type { Db } from '#server/core/database/db.ts';
import type { QrSignInsTable } from '#server/core/sign-in/qr/qr-sign-ins.table.ts';

export type QrRow = Selectable<QrSignInsTable>;

export interface OpenedQr {
  readonly id: string;
  readonly purpose: QrPurpose;
  readonly phone: string;
  readonly at: number;
  readonly expiresAt: number;
}

/** The SQL on `qr_sign_ins`, except for its steps. */
export function createQrRows(db: Db) {
  const byId = db.prepare<{ id: string }, QrRow>((q, param) => q.selectFrom('qr_sign_ins').selectAll().where('id', '=', param('id')));
  return {
    find: async (id: string): Promise<QrRow | undefined> => (await byId({ id }))[0],

    /** How many codes a phone has open. */
    async countOpen(phone: string, at: number): Promise<number> {
      const { count } = await db
        .q()
        .selectFrom('qr_sign_ins')
        .select((eb) => eb.fn.countAll<number | string>().as('count'))
        .where('phone', '=', phone)
        .where('expires_at', '>', at)
        .where('state', 'in', ['opened', 'asked', 'shown'])
        .executeTakeFirstOrThrow();
      return Number(count);
    },

    /** False when some phone has opened the code already. */
    async insert({ id, purpose, phone, at, expiresAt }: OpenedQr): Promise<boolean> {
      const { numInsertedOrUpdatedRows } = await db
        .q()
        .insertInto('qr_sign_ins')
        .values({
          id,
          purpose,
          phone,
          opened_at: at,
          expires_at: expiresAt,
          state: 'opened',
          computer: null,
          computer_ip: '',
          computer_browser: '',
          browser_name: '',
          os: '',
          account_id: null,
          credential_epoch: 0,
          number: null,
          choices: '',
          same_network: 0,
          ways: '',
        })
        .onConflict((conflict) => conflict.column('id').doNothing())
        .executeTakeFirstOrThrow();
      return numInsertedOrUpdatedRows === 1n;
    },
  };
}
