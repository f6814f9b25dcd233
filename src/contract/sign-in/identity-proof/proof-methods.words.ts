/** Methods to prove an identity (contract 5, `POST /account/auth`), in the order of their offer. */
export const proofMethods = ['passkey', 'totp', 'password', 'phone', 'email', 'recovery'] as const;

export type ProofMethod = (typeof proofMethods)[number];
