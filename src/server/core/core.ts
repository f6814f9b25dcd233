import type { Access } from './sign-in/access/access.ts';
import type { Events } from './events.ts';
import type { Evidence } from './sign-in/evidence/evidence.ts';
import type { Gate } from './sign-in/gate/gate.ts';
import type { Identity } from './account/identity/identity.ts';
import type { Guardians } from './protection/freeze/guardians.ts';
import type { Journal } from './protection/journal/journal.ts';
import type { Apps } from './apps/openid/apps.ts';
import type { SignUps } from './account/sign-ups/sign-ups.ts';
import type { WorldStore } from '#server/core/store.ts';

/** The nouns that capabilities build on. A capability chooses from them; a use case names the few that it needs. */
export interface Core {
  readonly store: WorldStore;
  readonly events: Events;
  readonly identity: Identity;
  readonly evidence: Evidence;
  readonly access: Access;
  readonly journal: Journal;
  readonly gate: Gate;
  readonly apps: Apps;
  readonly signUps: SignUps;
  readonly guardians: Guardians;
}
