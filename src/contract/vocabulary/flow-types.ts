/** What a flow or a result page is about (spec 3). */
export const flowTypes = ['register', 'resetPassword', 'upgrade', 'cancellation', 'oauth-register', 'bind-succeeded'] as const;

export type FlowType = (typeof flowTypes)[number];
