import type { ResolveHookSync } from 'node:module';

export const resolveOwn: ResolveHookSync;
