import { AsyncLocalStorage } from 'node:async_hooks';
import type { Session } from '#server/core/sessions/sessions.ts';

/**
 * On whose behalf the provider works: the person whose browser sent the request, where from, and the device that an
 * approval is for.
 */
export interface Authoriser {
  readonly session: Session | undefined;
  /** The source address. Left out where nothing can be kept for nobody. */
  readonly address?: string;
  readonly deviceId?: string;
}

/**
 * The library's storage interface knows no request. Its sessions stand on our sessions, and its grants carry our credential epoch, so
 * the request's own session comes along beside it.
 */
export const authoriser = new AsyncLocalStorage<Authoriser>();
