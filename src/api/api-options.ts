import type { PeerCheck } from '../net/peer-check.js';
import type { Clock } from '../platform/clock.js';
import type { Logger } from '../platform/log.js';
import type { TokenBucket } from '../platform/token-bucket.js';
import type { ReplayLimits } from './gateway/replay-limits.js';
import type { RestLimits } from './rest/rate-limits/rest-limits.js';
import type { ApiVersion } from './versions/version.js';

/** What the service is started with. */
export interface ApiOptions {
  /** the SQLite file; made if it is not there */
  readonly databasePath: string;
  /** the folder of the files of messages, of this service alone; made if it is not there */
  readonly attachmentsPath: string;
  readonly host: '127.0.0.1' | '::1';
  /** the next free one is taken if it is not free; 0: any free port */
  readonly port: number;
  /** whose programs may connect */
  readonly peers: PeerCheck;
  /** the API's address for others, behind a proxy, e.g. `https://guilds.example/api` */
  readonly publicUrl?: string;
  /** how much the REST interface takes; what is left out is as in `DEFAULT_REST_LIMITS` */
  readonly restLimits?: Partial<RestLimits>;
  /** how much the gateway keeps for clients that do not read; what is left out is as in `DEFAULT_REPLAY_LIMITS` */
  readonly replayLimits?: Partial<ReplayLimits>;
  /** a budget of wrong secrets a minute shared with others on this machine; by default only each peer is limited */
  readonly failureBudget?: TokenBucket | null;
  /** how many changes may share a transaction of the store; by default all that wait */
  readonly changesOfCommit?: number;
  /** the versions of the interface by the number that clients write; by default `API_VERSIONS` */
  readonly versions?: ReadonlyMap<string, ApiVersion>;
  readonly log: Logger;
  readonly clock: Clock;
}
