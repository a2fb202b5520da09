import type { ChatClient } from '../client/client.js';
import type { Hardware } from '../hardware/hardware.js';
import type { Listenable } from '../platform/async/events.js';
import type { Clock } from '../platform/clock.js';
import type { VoiceRoom } from '../voice/voice.js';
import type { Activities } from './activities.js';
import type { AuthenticationAttempts } from './authentication-attempts.js';
import type { CaptureListeners } from './capture-listeners.js';
import type { Consent } from './consent.js';
import type { KeyCapturePermissions } from './key-capture-permissions.js';
import type { RpcLimits } from './limits.js';
import type { OnceAuthorizer } from './once-grants.js';
import type { Refusals } from './refusals.js';
import type { ReplyTurns } from './reply-turns.js';
import type { RevocationWatch } from './revocation-watch.js';
import type { RpcSession } from './session.js';
import type { ShortcutCaptures } from './shortcut-captures.js';
import type { SourceEvents } from './source-events.js';
import type { Subscriptions } from './subscriptions.js';
import type { ParsedContents } from './views/content/parsed-contents.js';
import type { VoiceHolders } from './voice-holders.js';

/** The RPC server configuration object (docs/rpc.md, Commands), sent in READY. */
export interface ServerConfiguration {
  /** host and path of the service's images */
  readonly cdn_host: string;
  /** host and path of the REST API, without a scheme */
  readonly api_endpoint: string;
  readonly environment: string;
}

/** The dependencies of commands and events, shared by all connections. */
export interface RpcContext {
  readonly client: ChatClient;
  readonly voice: VoiceRoom;
  /** the events of client and voice that RPC events are made from */
  readonly sourceEvents: Listenable<SourceEvents>;
  readonly hardware: Hardware;
  readonly consent: Consent;
  readonly activities: Activities;
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
