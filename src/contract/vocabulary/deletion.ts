/** How a person who leaves may be reached about it. */
export const deletionChannels = ['phone', 'email', 'none'] as const;

/** Why people leave. */
export const deletionReasons = ['otherAccount', 'notUsed', 'privacy', 'messages', 'other'] as const;

/** What the account deletion page does (contract 5, `PUT /account/unregister`). */
export const deletionActions = ['open', 'apply', 'withdraw'] as const;

/** What stands in the way of a deletion. */
export const deletionBlockers = ['passwordChangedRecently'] as const;

/** The steps of a deletion in their order: the names in the addresses of the mobile layout (spec 2). */
export const deletionSteps = ['statement', 'feedback', 'verify'] as const;
