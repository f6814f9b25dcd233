import type { Engine } from './engine.ts';

/** Rows of the trail and its seals take no change, and go only behind a checkpoint. */
export const auditGuards = ({ name }: Engine): readonly string[] => (name === 'sqlite' ? onSqlite : onPostgres);

const differs = (engine: Engine['name'], column: string): string =>
  `new.${column} ${engine === 'sqlite' ? 'is not' : 'is distinct from'} old.${column}`;

/** Columns that never change, the column that is filled in once, and those that may be emptied. */
function isChanged(engine: Engine['name']): string {
  return [
    ...['id', 'at', 'account_id', 'event', 'session', 'request_id', 'detail', 'client_ip_mac', 'mac'].map((column) =>
      differs(engine, column),
    ),
    `(${differs(engine, 'seal')} and old.seal <> 0)`,
    `(${differs(engine, 'client_ip')} and new.client_ip <> '')`,
    `(${differs(engine, 'salt')} and new.salt <> '')`,
  ].join(' or ');
}

/** Only rows behind a checkpoint may be deleted. */
const isKept = (seal: string): string =>
  `${seal} = 0 or not exists (select 1 from audit_seals where kind = 'checkpoint' and through >= ${seal})`;

const onSqlite = [
  `create trigger audit_is_append_only before update on audit when ${isChanged('sqlite')}
   begin select raise(abort, 'the audit trail is append-only'); end`,
  `create trigger audit_is_kept before delete on audit when ${isKept('old.seal')}
   begin select raise(abort, 'the audit trail is append-only'); end`,
  `create trigger audit_seals_are_append_only before update on audit_seals
   begin select raise(abort, 'the audit trail is append-only'); end`,
  `create trigger audit_seals_are_kept before delete on audit_seals when ${isKept('old.number')}
   begin select raise(abort, 'the audit trail is append-only'); end`,
];

const refusal = `raise exception 'the audit trail is append-only' using errcode = 'integrity_constraint_violation'`;

const onPostgres = [
  `create function refuse_audit_change() returns trigger language plpgsql as $$ begin ${refusal}; end $$`,
  `create function keep_audit() returns trigger language plpgsql as $$ begin if ${isKept('old.seal')} then ${refusal}; end if; return old; end $$`,
  `create function keep_audit_seals() returns trigger language plpgsql as $$ begin if ${isKept('old.number')} then ${refusal}; end if; return old; end $$`,
  `create trigger audit_is_append_only before update on audit for each row when (${isChanged('postgres')}) execute function refuse_audit_change()`,
  'create trigger audit_is_kept before delete on audit for each row execute function keep_audit()',
  'create trigger audit_is_not_emptied before truncate on audit for each statement execute function refuse_audit_change()',
  'create trigger audit_seals_are_append_only before update on audit_seals for each row execute function refuse_audit_change()',
  'create trigger audit_seals_are_kept before delete on audit_seals for each row execute function keep_audit_seals()',
  'create trigger audit_seals_are_not_emptied before truncate on audit_seals for each statement execute function refuse_audit_change()',
];
