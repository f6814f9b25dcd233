/** Channels to reach a person about the deletion. */
export const deletionChannels = ['phone', 'email', 'none'] as const;

/** Reasons for a deletion. */
export const deletionReasons = ['otherAccount', 'notUsed', 'privacy', 'messages', 'other'] as const;

/** Actions of the account deletion page (contract 5, `PUT /account/unregister`). */
export const deletionActions = ['open', 'apply', 'withdraw'] as const;

/** Obstacles to a deletion. */
export const deletionBlockers = ['passwordChangedRecently'] as const;

/** Steps of a deletion in their order: the names in the URLs of the mobile layout (spec 2). */
export const deletionSteps = ['statement', 'feedback', 'verify'] as const;
