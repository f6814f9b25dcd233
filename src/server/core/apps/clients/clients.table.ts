import { isBookkeeping, isInternal, isSecret, table, type Guarded } from '#server/platform/db/tables/table.ts';
import type { DomainProof, DomainState } from '#contract/apps/developer/developer.words.ts';
import type { OpenidClient } from './client.ts';

/**
 * `test`: only its owner and invited people; `review`: as `test`, and waits for an operator; `live`; `suspended` by an
 * operator; `deleted` by its owner, until `purge_at`.
 */
export type ClientState = 'test' | 'review' | 'live' | 'suspended' | 'deleted';

/** Clients of the OpenID provider. */
export interface OpenidClientsTable {
  id: string;
  /** JSON of the client (`core/apps/clients/client.ts`), at most 40 KB. */
  metadata: string;
  created_at: number;
  /** The account that registered it; null for the operator's. */
  owner_id: string | null;
  state: Guarded<ClientState>;
  /** Raised by every change of its description. */
  version: Guarded<number>;
  /** The kind of its description. */
  kind: OpenidClient['kind'];
  /** The proven domain of its home page, or ''. */
  publisher_domain: string;
  domain_state: DomainState | '';
  /** How the domain is proven, or ''. */
  domain_by: DomainProof | '';
  /** Text that the record or the file has to hold, or ''. */
  domain_token: string;
  /** When the proof was last there, in milliseconds. */
  domain_seen_at: number | null;
  /** Since when it is missing. */
  domain_gone_at: number | null;
  /** The domain that a reviewer has seen: with its proof it is the mark of a verified publisher. Or ''. */
  reviewed_domain: string;
  /** Reason of the operator, or ''. */
  suspended_because: string;
  /** The state before a suspension or a deletion, or ''. */
  state_before: Guarded<ClientState | ''>;
  /** JSON of names that the operator has granted in spite of the rules, or ''. */
  granted_names: string;
  /** JSON of scope and reason, or ''. */
  scope_reasons: string;
  /** When it first went live. */
  live_at: number | null;
  purge_at: number | null;
}

export const openidClients = table<OpenidClientsTable>()({
  name: 'openid_clients',
  key: ['id'],
  sweep: 'never, because their operator or their owner removes them',
  erase: { rows: 'go', of: 'by core/apps/clients/clients.repository.ts' },
  restore: 'keep, because they are what the operator and the owners have set up',
  merge: 'keep',
  data: { topic: 'apps', basis: 'contract', until: 'removal', since: 'created_at', of: ['owner_id'] },
  columns: {
    id: 'in the export as ownApps',
    metadata: 'in the export as ownApps',
    created_at: 'in the export as ownApps, a time',
    owner_id: isInternal,
    state: 'in the export as ownApps',
    version: isBookkeeping,
    kind: 'in the export as ownApps',
    publisher_domain: 'in the export as ownApps',
    domain_state: 'in the export as ownApps',
    domain_by: 'in the export as ownApps',
    domain_token: isSecret,
    domain_seen_at: 'in the export as ownApps, a time',
    domain_gone_at: 'in the export as ownApps, a time',
    reviewed_domain: 'in the export as ownApps',
    suspended_because: 'in the export as ownApps',
    state_before: 'in the export as ownApps',
    granted_names: isBookkeeping,
    scope_reasons: 'in the export as ownApps',
    live_at: 'in the export as ownApps, a time',
    purge_at: 'in the export as ownApps, a time',
  },
});

declare module '#server/core/database/db.ts' {
  interface Database {
    openid_clients: OpenidClientsTable;
  }
}
