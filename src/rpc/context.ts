import type { ChatClient, ChatEvents } from '../client/client.js';
import type { Hardware } from '../hardware/hardware.js';
import type { Listenable } from '../platform/async/events.js';
import type { Clock } from '../platform/clock.js';
import type { VoiceEvents, VoiceRoom } from '../voice/voice.js';
import type { Activities } from './activities/activities.js';
import type { ActivityRequests } from './activities/activity-requests.js';
import type { Refusals } from './applications/refusals.js';
import type { CaptureListeners } from './captures/capture-listeners.js';
import type { KeyCapturePermissions } from './captures/key-capture-permissions.js';
import type { ShortcutCaptures } from './captures/shortcut-captures.js';
import type { Consent } from './consent/consent.js';
import type { OnceAuthorizer } from './consent/once-grants.js';
import type { ReplyTurns } from './dispatch/reply-turns.js';
import type { RpcLimits } from './limits.js';
import type { AuthenticationAttempts } from './sessions/authentication-attempts.js';
import type { RevocationWatch } from './sessions/revocation-watch.js';
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

/** The dependencies of commands and events, shared by all connections. */
export interface RpcContext {
  readonly client: ChatClient;
  readonly voice: VoiceRoom;
  /** the events of client and voice that RPC events are made from */
  readonly sourceEvents: Listenable<SourceEvents>;
  readonly hardware: Hardware;
  readonly consent: Consent;
  readonly activities: Activities;
  readonly activityRequests: ActivityRequests;
  readonly onceGrants: OnceAuthorizer;
  readonly configuration: ServerConfiguration;
  /** base URL of the service's images, e.g. `http://127.0.0.1:6480/cdn` */
  readonly cdnUrl: string;
  readonly subscriptions: Subscriptions;
  readonly captures: ShortcutCaptures;
  readonly keyCapturePermissions: KeyCapturePermissions;
  readonly captureListeners: CaptureListeners;
  readonly voiceHolders: VoiceHolders;
  readonly attempts: AuthenticationAttempts;
  readonly revocationWatch: RevocationWatch;
  /** remembers refused applications for the person */
  readonly refusals: Refusals;
  readonly replyTurns: ReplyTurns;
  readonly contents: ParsedContents;
  readonly limits: RpcLimits;
  readonly clock: Clock;
}

/** The dependencies of the commands of one connection. */
export interface CommandContext extends RpcContext {
  readonly session: RpcSession;
}
