/** A promise that a thief has broken (spec of ways, A to E). */
export class BrokenPromise extends Error {}
