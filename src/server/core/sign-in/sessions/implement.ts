import { implementFor } from '#server/platform/http/implement.ts';
import type { Session } from './sessions.ts';

/** Binds a capability's calls to handlers with this server's sessions. */
export const implement = implementFor<Session>();
