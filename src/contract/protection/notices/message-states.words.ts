/**
 * State of a message of the site: `waiting` for its next try, `held` back by a limit until then, `sent`: a provider has taken
 * it, `failed`: it will not leave.
 */
export const messageStates = ['waiting', 'held', 'sent', 'failed'] as const;

export type MessageState = (typeof messageStates)[number];
