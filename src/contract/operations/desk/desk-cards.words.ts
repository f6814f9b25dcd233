/** Cards of the page of a person: each is read, and written down, when it is opened. */
export const deskCards = ['state', 'ways', 'messages', 'sessions', 'apps', 'incidents', 'requests', 'looks', 'notes', 'timeline'] as const;

export type DeskCard = (typeof deskCards)[number];

/** Values of a person that a member may see for a minute, one at a time. */
export const deskFields = ['phone', 'email', 'username', 'network'] as const;

export type DeskField = (typeof deskFields)[number];
