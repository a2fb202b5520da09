import type { ChatClient } from '../client/client.js';
import type { Hardware } from '../hardware/hardware.js';
import type { Clock } from '../platform/clock.js';
import type { Listenable } from '../platform/events.js';
import type { VoiceRoom } from '../voice/voice.js';
import type { AuthenticationAttempts } from './authentication-attempts.js';
import type { CaptureListeners } from './capture-listeners.js';
import type { Consent } from './consent.js';
import type { SourceEvents } from './happenings.js';
import type { KeyCapturePermissions } from './key-capture-permissions.js';
import type { RpcLimits } from './limits.js';
import type { OnceAuthorizer } from './once-grants.js';
import type { RpcSession } from './session.js';
import type { ShortcutCaptures } from './shortcut-captures.js';
import type { Subscriptions } from './subscriptions.js';
import type { VoiceHolders } from './voice-holders.js';

/** RPC server configuration object (docs/rpc.md, Commands), sent in READY. */
export interface ServerConfiguration {
  /** host and path below which images lie */
  readonly cdn_host: string;
  /** where the REST API is, without a scheme */
  readonly api_endpoint: string;
  readonly environment: string;
}

/** What commands and events work with; the same for every connection. */
export interface RpcContext {
  readonly client: ChatClient;
  readonly voice: VoiceRoom;
  /** what client and voice tell of */
  readonly happenings: Listenable<SourceEvents>;
  readonly hardware: Hardware;
  readonly consent: Consent;
  readonly onceGrants: OnceAuthorizer;
  readonly configuration: ServerConfiguration;
  /** where images lie, e.g. `http://127.0.0.1:6480/cdn` */
  readonly cdnUrl: string;
  readonly subscriptions: Subscriptions;
  readonly captures: ShortcutCaptures;
  readonly keyCapturePermissions: KeyCapturePermissions;
  readonly captureListeners: CaptureListeners;
  readonly voiceHolders: VoiceHolders;
  readonly attempts: AuthenticationAttempts;
  readonly limits: RpcLimits;
  readonly clock: Clock;
}

/** What the commands of one connection work with. */
export interface CommandContext extends RpcContext {
  readonly session: RpcSession;
}
