/** Primary result codes of SQLite: busy, locked, read-only, I/O error, corrupt, full, cannot open, not a database. */
const sqliteCodes = new Set([5, 6, 8, 10, 11, 13, 14, 26]);

/**
 * Error codes of PostgreSQL and the network while the server is unreachable, starting, stopping, failing over or out of
 * space, and when a statement has timed out.
 */
const postgresCodes = new Set([
  'EAI_AGAIN',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
  '25006',
  '53100',
  '53200',
  '53300',
  // An operator has closed the database to connections.
  '55000',
  '55P03',
  '57014',
  '57P01',
  '57P02',
  '57P03',
]);

/** pg has no codes for these. */
const postgresMessages =
  /^(timeout exceeded when trying to connect|Connection terminated|Client was closed|Query read timeout|Client has encountered a connection error)/;

/** Whether an error means that the database cannot work now: the answer is 503 and a later try may succeed. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) {
    return false;
  }
  if ('errcode' in error && typeof error.errcode === 'number') {
    return sqliteCodes.has(error.errcode & 0xff);
  }
  if ('code' in error && typeof error.code === 'string' && (postgresCodes.has(error.code) || error.code.startsWith('08'))) {
    return true;
  }
  return postgresMessages.test(error.message) || isUnavailable(error.cause);
}

/** Whether an error means that there is no room for a write. */
export function isFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ('errcode' in error && typeof error.errcode === 'number') return (error.errcode & 0xff) === 13;
  return ('code' in error && (error.code === '53100' || error.code === 'ENOSPC')) || isFull(error.cause);
}
