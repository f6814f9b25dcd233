import type { Access } from './access/access.ts';
import type { Events } from './events.ts';
import type { Evidence } from './evidence/evidence.ts';
import type { Gate } from './gate/gate.ts';
import type { Identity } from './identity/identity.ts';
import type { Journal } from './journal/journal.ts';
import type { Apps } from './openid/apps.ts';
import type { SignUps } from './sign-ups/sign-ups.ts';
import type { Store } from '#server/core/store.ts';

/** The nouns that capabilities build on. A capability chooses from them; a use case names the few that it needs. */
export interface Core {
  readonly store: Store;
  readonly events: Events;
  readonly identity: Identity;
  readonly evidence: Evidence;
  readonly access: Access;
  readonly journal: Journal;
  readonly gate: Gate;
  readonly apps: Apps;
  readonly signUps: SignUps;
}
