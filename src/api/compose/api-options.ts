import type { PeerCheck } from '../../net/peer-check.js';
import type { TokenBucket } from '../../platform/async/token-bucket.js';
import type { Clock } from '../../platform/clock.js';
import type { Logger } from '../../platform/log.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import type { OpenStore } from '../../store/store.js';
import type { RestLimits } from '../core/limits.js';
import type { ServiceObserver } from '../core/service-observer.js';
import type { ReplayLimits } from '../gateway/replay-limits.js';
import type { ApiVersion } from '../versions/version.js';
import type { VoiceAddressOptions } from '../voice/local-voice-endpoint.js';
import type { OpenProcess } from './service-process.js';

/** A grant that was for one connection, which has closed. */
export interface EndedGrant {
  readonly userId: Snowflake;
  readonly grantId: Snowflake;
}

/** Options of the service. */
export interface ApiOptions {
  /** opens the store that the service works on, and closes when it stops */
  readonly openStore: OpenStore;
  /** the folder of attachments, used only by this service; created if missing */
  readonly attachmentsPath: string;
  readonly host: '127.0.0.1' | '::1';
  /** 0: any free port; null: 6480, or the next one if that is in use */
  readonly port: number | null;
  /** decides which users' programs may connect */
  readonly peers: PeerCheck;
  /** where the voice endpoint listens; null, the default: the service has none */
  readonly voice?: VoiceAddressOptions | null;
  /** the hash of the secret of voice endpoints that run alone, which are then used; null, the default: none are */
  readonly voiceSecretHash?: string | null;
  /** the URL of the API for others, behind a proxy, e.g. `https://guilds.example/api` */
  readonly publicUrl?: string;
  /** the address of the console in which the person of this machine adds bots; null, the default: there is none */
  readonly consoleUrl?: () => string | null;
  /** limits of the REST interface; absent ones are as in `DEFAULT_REST_LIMITS` */
  readonly restLimits?: Partial<RestLimits>;
  /** limits of the gateway's buffers; absent ones are as in `DEFAULT_REPLAY_LIMITS` */
  readonly replayLimits?: Partial<ReplayLimits>;
  /**
   * a budget of wrong secrets a minute, shared with other servers of this machine; by default only each peer is limited
   */
  readonly failureBudget?: TokenBucket | null;
  /** the supported versions by number; `API_VERSIONS` by default */
  readonly versions?: ReadonlyMap<string, ApiVersion>;
  /**
   * grants that ended while the service was stopped, revoked before it listens; absent: none. A grant that another user
   * gave, or that is gone, is left alone.
   */
  readonly endedGrants?: readonly EndedGrant[];
  /** joins the other processes of the store, as `joinCluster` of `src/cluster/` does; null, the default: this is the only one */
  readonly cluster?: OpenProcess | null;
  /** counts what the service does; null, the default: nothing is observed */
  readonly observer?: ServiceObserver | null;
  readonly log: Logger;
  readonly clock: Clock;
}
