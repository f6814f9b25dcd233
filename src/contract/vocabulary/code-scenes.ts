/** What a one-time code may be spent on; a code never works in another scene (contract 3). */
export const codeScenes = ['register', 'login', 'reset', 'verify', 'bind', 'upgrade', 'delete'] as const;

export type CodeScene = (typeof codeScenes)[number];
