import type { Store } from '#server/core/store.ts';
import { createAppActivity, type AppActivity } from '#server/core/apps/developer/app-activity.ts';
import { createAppTesters, type AppTesters } from '#server/core/apps/developer/app-testers.repository.ts';
import { createAppTransfers, type AppTransfers } from '#server/core/apps/developer/app-transfers.repository.ts';
import { createOwnApps, type OwnApps } from '#server/core/apps/developer/own-apps.repository.ts';
import { createTrials, type Trials } from '#server/core/apps/developer/trials.repository.ts';
import { createOpenidClients, type ClientWithSecrets, type OpenidClients } from '#server/core/apps/clients/clients.repository.ts';
import { withDesk } from '#server/core/apps/clients/desk-client.ts';
import { createConsents, type Consents } from './consents.repository.ts';
import { createDevices, type Devices } from '#server/core/protection/devices/devices.repository.ts';
import { createOpenidResources, type OpenidResources } from '#server/core/apps/clients/resources.repository.ts';
import { createOpenidRecords, type OpenidRecords } from './records.repository.ts';

/** Apps and devices that sign in here, and their permissions. */
export interface Apps {
  readonly clients: OpenidClients;
  readonly consents: Consents;
  readonly records: OpenidRecords;
  readonly devices: Devices;
  readonly resources: OpenidResources;
  /** Apps of developers, with their parts. */
  readonly own: OwnApps;
  readonly testers: AppTesters;
  readonly transfers: AppTransfers;
  readonly activity: AppActivity;
  /** Trial sign-ins of developers. */
  readonly runs: Trials;
}

/** `desk` is a client that is part of the server, where it is on. */
export function createApps({ db, clock }: Pick<Store, 'db' | 'clock'>, desk?: ClientWithSecrets): Apps {
  return {
    clients: withDesk(createOpenidClients({ db }), desk),
    consents: createConsents(db),
    records: createOpenidRecords(db),
    devices: createDevices(db),
    resources: createOpenidResources(db),
    own: createOwnApps(db),
    testers: createAppTesters(db),
    transfers: createAppTransfers(db),
    activity: createAppActivity({ db, clock }),
    runs: createTrials(db),
  };
}
