/**
 * Proofs of reads that this instance has taken. A proof that is repeated at another instance reads again what its thief
 * must have seen; a read must not cost a write.
 */
export interface SeenProofs {
  /** True for the first caller; undefined where there is no room, and the database has to say. */
  mark(id: string, at: number): boolean | undefined;
}

const mostSeen = 100_000;

/** `lifeMs`: how long a proof would be taken again. */
export function createSeenProofs(lifeMs: number): SeenProofs {
  // Times and lives are equal, so that the oldest come first.
  const until = new Map<string, number>();
  return {
    mark(id, at) {
      for (const [old, end] of until) {
        if (end > at) break;
        until.delete(old);
      }
      if (until.has(id)) return false;
      if (until.size >= mostSeen) return undefined;
      until.set(id, at + lifeMs);
      return true;
    },
  };
}
