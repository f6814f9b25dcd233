/** The location of PostgreSQL: one connection string for each candidate host, in the order of preference. */
export interface PostgresUrl {
  readonly hosts: readonly string[];
  /** Whether to skip a read-only server (a standby). */
  readonly needsWrites: boolean;
}

/** Parameters of libpq that this module handles instead of the driver. */
const ours = ['target_session_attrs', 'load_balance_hosts'];

/**
 * Reads `postgres://user:password@a:5432,b:5433/database?target_session_attrs=read-write`, libpq's form for several
 * hosts, which the driver does not know. With several hosts a standby is always skipped, because this product writes.
 * @returns undefined for any other text
 */
export function parsePostgresUrl(url: string): PostgresUrl | undefined {
  const [, scheme, login = '', authority, rest = ''] = /^(postgres(?:ql)?):\/\/((?:[^@/?#]*@)?)([^/?#]*)(.*)$/s.exec(url) ?? [];
  if (scheme === undefined || authority === undefined) return undefined;
  const urls = authority.split(',').map((host) => URL.parse(`${scheme}://${login}${host}${rest}`));
  const hosts = urls.flatMap((each) => {
    if (each === null) return [];
    for (const name of ours) each.searchParams.delete(name);
    return [each.href];
  });
  if (hosts.length < urls.length || (urls.length > 1 && urls.some((each) => each?.hostname === ''))) return undefined;
  const wanted = urls[0] === undefined ? null : new URL(`${scheme}://host${rest}`).searchParams.get('target_session_attrs');
  if (wanted !== null && !['read-write', 'primary', 'any'].includes(wanted)) return undefined;
  return { hosts, needsWrites: urls.length > 1 || (wanted !== null && wanted !== 'any') };
}
