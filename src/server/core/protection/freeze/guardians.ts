/** Guardians of a child's account, as a freeze of it sees them: protection knows nothing else of families. */
export interface Guardians {
  /**
   * Ends the guardianships of a child that began since a moment, with the copies that they asked for, in the transaction of a
   * freeze: inviting a first guardian takes no proof.
   */
  endNew(of: { readonly childId: string; readonly since: number; readonly at: number }): Promise<void>;
}
