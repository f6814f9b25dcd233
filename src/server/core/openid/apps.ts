import type { Store } from '#server/core/store.ts';
import { createOpenidClients, type OpenidClients } from './clients.repository.ts';
import { createConsents, type Consents } from './consents.repository.ts';
import { createDevices, type Devices } from './devices.repository.ts';
import { createOpenidResources, type OpenidResources } from './resources.repository.ts';
import { createOpenidRecords, type OpenidRecords } from './records.repository.ts';

/** Apps and devices that sign in here, and their permissions. */
export interface Apps {
  readonly clients: OpenidClients;
  readonly consents: Consents;
  readonly records: OpenidRecords;
  readonly devices: Devices;
  readonly resources: OpenidResources;
}

export function createApps({ db, keyring }: Store): Apps {
  return {
    clients: createOpenidClients({ db, keyring }),
    consents: createConsents(db),
    records: createOpenidRecords(db),
    devices: createDevices(db),
    resources: createOpenidResources(db),
  };
}
