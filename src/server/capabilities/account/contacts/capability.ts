import type { Capability } from '#server/core/capability.ts';
import type { Core } from '#server/core/core.ts';
import { contactsRoutes } from './contacts.routes.ts';

export function contactsCapability(core: Core): Capability {
  return { routes: [contactsRoutes(core)] };
}
