import type { ChatClient } from '../client/client.js';
import type { Hardware } from '../hardware/hardware.js';
import type { PeerReads } from '../net/frames/peer-reads.js';
import type { PeerCheck } from '../net/peer-check.js';
import type { TokenBucket } from '../platform/async/token-bucket.js';
import type { Clock } from '../platform/clock.js';
import type { Logger } from '../platform/log.js';
import type { PeerProcesses } from '../platform/processes/peer-processes.js';
import type { DescribeProcess } from '../platform/processes/process-description.js';
import type { VoiceRoom } from '../voice/voice.js';
import type { ActivityRules } from './activities/activities.js';
import type { Consent } from './consent/consent.js';
import type { OnceAuthorizer } from './consent/once-grants.js';
import type { ServerConfiguration } from './context.js';
import type { RpcLimits } from './limits.js';
import type { OpenTransport } from './transport/transport.js';

/** Options of the RPC server. */
export interface RpcOptions {
  /** first and last port to try (docs/rpc.md, Connecting) */
  readonly ports: readonly [number, number];
  /** where sockets of IPC are (docs/rpc.md, IPC); null: there are none */
  readonly ipcFolder: string | null;
  /** whether they are linked where programs of Flatpak and Snap look */
  readonly ipcLinks: boolean;
  readonly allowMissingOrigin: boolean;
  /** decides which users' programs may connect */
  readonly peers: PeerCheck;
  /** decides which users' programs may connect to sockets of IPC */
  readonly localPeers: PeerCheck;
  readonly limits: RpcLimits;
  /** the longest a CAPTURE_SHORTCUT may run, in seconds */
  readonly captureLimitSeconds: number;
  /** the budget of wrong tokens a minute, shared with the embedded service */
  readonly failureBudget: TokenBucket;
  readonly client: ChatClient;
  readonly voice: VoiceRoom;
  readonly hardware: Hardware;
  readonly consent: Consent;
  /** what programs may show as the person's activity */
  readonly activityRules: ActivityRules;
  readonly describeProcess: DescribeProcess;
  readonly onceGrants: OnceAuthorizer;
  /** distinguishes the programs that request consent */
  readonly peerProcesses: PeerProcesses;
  readonly peerReads: PeerReads;
  readonly configuration: ServerConfiguration;
  /** base URL of the REST API that the proxy calls, e.g. `http://127.0.0.1:6480/api` */
  readonly apiUrl: string;
  /** base URL of the service's images, e.g. `http://127.0.0.1:6480/cdn` */
  readonly cdnUrl: string;
  /** the transports to open; by default all of src/rpc/transport/index.ts */
  readonly transports?: readonly OpenTransport[];
  readonly clock: Clock;
  readonly log: Logger;
}
