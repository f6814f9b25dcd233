import { createHash } from 'node:crypto';

/** The statements that connections to PostgreSQL remember under a name, with their plans. */
export interface RememberedStatements {
  /** From now on connections remember this statement. */
  add(text: string): void;
  /** Undefined for a statement of one use. */
  nameOf(text: string): string | undefined;
  /** Gives the statement with this name another one. */
  renew(name: string): void;
}

export function createRememberedStatements(): RememberedStatements {
  const names = new Map<string, string>();
  const texts = new Map<string, string>();

  function setName(text: string, name: string): void {
    names.set(text, name);
    texts.set(name, text);
  }

  return {
    add(text) {
      if (!names.has(text)) setName(text, `${createHash('sha256').update(text).digest('base64url')} 0`);
    },
    nameOf: (text) => names.get(text),
    renew(name) {
      const text = texts.get(name);
      // Others that have met the same stale plan have renewed it already.
      if (text === undefined || names.get(text) !== name) return;
      const [hash = '', generation] = name.split(' ');
      texts.delete(name);
      setName(text, `${hash} ${Number(generation) + 1}`);
    },
  };
}

/**
 * Whether a connection has planned a statement for older columns: a newer version has migrated meanwhile. PostgreSQL
 * has run nothing, and would refuse the name for as long as the connection lasts.
 */
export function hasStalePlan(error: unknown): boolean {
  // The message is in the server's language, and the code is shared by many other errors.
  return error instanceof Error && 'routine' in error && error.routine === 'RevalidateCachedQuery';
}
