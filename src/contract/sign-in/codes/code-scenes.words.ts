/** Purposes of a one-time code; a code never works in another scene (contract 3). */
export const codeScenes = ['register', 'login', 'reset', 'verify', 'bind', 'upgrade', 'delete', 'recover', 'freeze'] as const;

export type CodeScene = (typeof codeScenes)[number];
