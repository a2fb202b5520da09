import type { ChatClient, ChatEvents } from '../client/client.js';
import type { Hardware } from '../hardware/hardware.js';
import type { PeerReads } from '../net/frames/peer-reads.js';
import type { PeerCheck } from '../net/peer-check.js';
import type { Listenable } from '../platform/async/events.js';
import type { TokenBucket } from '../platform/async/token-bucket.js';
import type { Clock } from '../platform/clock.js';
import type { Logger } from '../platform/log.js';
import type { PeerProcesses } from '../platform/processes/peer-processes.js';
import type { DescribeProcess } from '../platform/processes/process-description.js';
import type { VoiceEvents, VoiceRoom } from '../voice/voice.js';
import type { Activities, ActivityRules } from './activities/activities.js';
import type { ActivityRequests } from './activities/activity-requests.js';
import type { ApplicationChecks } from './applications/application-checks.js';
import type { Refusals } from './applications/refusals.js';
import type { CaptureListeners } from './captures/capture-listeners.js';
import type { KeyCapturePermissions } from './captures/key-capture-permissions.js';
import type { NamedKeys } from './captures/named-keys.js';
import type { ShortcutCaptures } from './captures/shortcut-captures.js';
import type { Consent } from './consent/consent.js';
import type { OnceAuthorizer } from './consent/once-grants.js';
import type { ReplyTurns } from './dispatch/reply-turns.js';
import type { RpcLimits } from './limits.js';
import type { AuthenticationAttempts } from './sessions/authentication-attempts.js';
import type { RevocationWatch } from './sessions/revocation-watch.js';
import type { ServiceTurns } from './sessions/service-turns.js';
import type { RpcSession } from './sessions/session.js';
import type { VoiceHolders } from './sessions/voice-holders.js';
import type { Subscriptions } from './subscriptions/subscriptions.js';
import type { ParsedContents } from './views/content/parsed-contents.js';

/** The RPC server configuration object (docs/rpc.md, Commands), sent in READY. */
export interface ServerConfiguration {
  /** host and path of the service's images */
  readonly cdn_host: string;
  /** host and path of the REST API, without a scheme */
  readonly api_endpoint: string;
  readonly environment: string;
}

/** The events inside the daemon that RPC events are made from. */
export type SourceEvents = ChatEvents & VoiceEvents;

/** What the RPC server is started with. */
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
  readonly clock: Clock;
  readonly log: Logger;
}

/** The dependencies of commands and events, shared by all connections. */
export interface RpcContext
  extends Pick<
    RpcOptions,
    | 'client'
    | 'voice'
    | 'hardware'
    | 'consent'
    | 'onceGrants'
    | 'configuration'
    | 'cdnUrl'
    | 'limits'
    | 'clock'
  > {
  /** the events of client and voice that RPC events are made from */
  readonly sourceEvents: Listenable<SourceEvents>;
  readonly activities: Activities;
  readonly activityRequests: ActivityRequests;
  readonly subscriptions: Subscriptions;
  readonly captures: ShortcutCaptures;
  readonly keyCapturePermissions: KeyCapturePermissions;
  readonly namedKeys: NamedKeys;
  readonly captureListeners: CaptureListeners;
  readonly voiceHolders: VoiceHolders;
  readonly attempts: AuthenticationAttempts;
  readonly applicationChecks: ApplicationChecks;
  /** the requests to the service that connections cause before they are authorized */
  readonly serviceTurns: ServiceTurns;
  readonly revocationWatch: RevocationWatch;
  /** remembers refused applications for the person */
  readonly refusals: Refusals;
  readonly replyTurns: ReplyTurns;
  readonly contents: ParsedContents;
}

/** The dependencies of the commands of one connection. */
export interface CommandContext extends RpcContext {
  readonly session: RpcSession;
}
