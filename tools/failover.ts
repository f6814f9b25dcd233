/** `npm run failover`: PostgreSQL restarts, loses its standby and fails over under load; takes about a minute. */
import { failover } from './torture/failover.ts';

await failover();
