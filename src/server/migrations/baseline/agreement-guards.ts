import type { Engine } from './engine.ts';

/** No row changes after it was published or written down; rows of the ledger go with their account. */
const fixed = ['publications', 'documents', 'consent_ledger'] as const;
const kept = ['publications', 'documents'] as const;

export function agreementGuards({ name: engine }: Engine): readonly string[] {
  if (engine === 'sqlite') {
    const abort = (table: string) => `begin select raise(abort, '${table} never change'); end`;
    return [
      ...fixed.map((table) => `create trigger ${table}_are_fixed before update on ${table} ${abort(table)}`),
      ...kept.map((table) => `create trigger ${table}_are_kept before delete on ${table} ${abort(table)}`),
    ];
  }
  const refuse = 'for each row execute function refuse_agreement_change()';
  return [
    `create function refuse_agreement_change() returns trigger language plpgsql as $$ begin raise exception '% never change', tg_table_name; end $$`,
    ...fixed.map((table) => `create trigger ${table}_are_fixed before update on ${table} ${refuse}`),
    ...kept.map((table) => `create trigger ${table}_are_kept before delete on ${table} ${refuse}`),
  ];
}
