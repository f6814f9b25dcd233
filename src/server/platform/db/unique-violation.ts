const sqliteUnique = 2067;
const sqlitePrimaryKey = 1555;
const postgresUnique = '23505';

/** Whether a statement failed because a row with the same unique key is there already. */
export function isUniqueViolation(error: unknown): boolean {
  if (!(error instanceof Error)) {
    return false;
  }
  if ('errcode' in error) {
    return error.errcode === sqliteUnique || error.errcode === sqlitePrimaryKey;
  }
  return 'code' in error && error.code === postgresUnique;
}
