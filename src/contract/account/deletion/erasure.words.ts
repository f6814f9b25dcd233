/**
 * Remaining data after an erasure, in the order of a receipt: that there was an account, its trail without names and addresses,
 * its names in a form that cannot be read back, and technical data that expires.
 */
export const keptAfterErasure = ['proof', 'trail', 'names', 'short'] as const;

export type KeptAfterErasure = (typeof keptAfterErasure)[number];

/** How an app is notified of an erasure: by a security event, by the end of its sessions, or not by us. */
export const appTold = ['event', 'signOut', 'none'] as const;

export type AppTold = (typeof appTold)[number];

/** The names of the files of a receipt: `openssl` checks the second with the third over the first. */
export const receiptFiles = { receipt: 'receipt.json', signature: 'receipt.sig', key: 'public-key.pem' } as const;
