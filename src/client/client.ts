import type { Listenable } from '../platform/events.js';
import type { Component } from '../platform/lifecycle.js';
import type { Application, CurrentAuthorization, Grant } from '../protocol/objects/application.js';
import type { Channel } from '../protocol/objects/channel.js';
import type { Message } from '../protocol/objects/message.js';
import type { User } from '../protocol/objects/user.js';
import type { Scope } from '../protocol/scopes.js';
import type { Snowflake } from '../protocol/snowflake.js';
import type { ChatState, GuildView, VoiceChange } from './state.js';

/** What the person did to their own sound. */
export interface VoiceFlags {
  readonly selfMute: boolean;
  readonly selfDeaf: boolean;
}

/** How the private beta lets the signed-in person use an application; `none` where nobody is signed in, too. */
export type ApplicationAccess = 'approved' | 'tester' | 'none';

/** An authorization that ends when it is revoked, and soon by itself. */
export interface OnceAuthorization {
  readonly code: string;
  readonly grantId: Snowflake;
  /** Revokes it, also if another account has signed in since. @throws {ServiceError} if the service cannot be asked */
  revoke(): Promise<void>;
}

/** What happens in the signed-in person's chat. */
export interface ChatEvents {
  /** a guild was created, joined or became available after it was not */
  guildCreate: { guild: GuildView; joined: boolean };
  guildUpdate: { guild: GuildView };
  guildDelete: { id: Snowflake };
  channelCreate: { channel: Channel };
  messageCreate: { message: Message };
  messageUpdate: { message: Message };
  messageDelete: { id: Snowflake; channel_id: Snowflake };
  /** somebody joined a voice channel */
  voiceStateCreate: VoiceChange;
  /** somebody in a voice channel changed */
  voiceStateUpdate: VoiceChange;
  /** somebody left a voice channel; `member` and `state` are as they were in it */
  voiceStateDelete: VoiceChange;
  /** the person is in another voice channel than before; both null: in none */
  ownVoiceChannel: { channelId: Snowflake | null; guildId: Snowflake | null };
  /** an application lost access tokens of the person, named by SHA-256 in hex, or (null) everything granted to it */
  grantRevoked: { applicationId: Snowflake; tokenHashes: readonly string[] | null };
  /** somebody else is signed in from now on */
  signIn: { user: User };
  /** the gateway connection was established or lost */
  connection: { connected: boolean };
}

/** The signed-in chat client: what the person sees and can do, always through the service's REST and gateway. */
export interface ChatClient extends Component, Listenable<ChatEvents> {
  readonly state: ChatState;
  /** the signed-in person, or null before the first sign-in succeeded */
  readonly user: User | null;
  readonly token: string | null;
  readonly connected: boolean;
  /** waits until everything that was there at sign-in has arrived, at most `ms` milliseconds */
  caughtUp(ms: number): Promise<void>;
  /** signs in as somebody else. @throws {ServiceError} 401 if the token is not valid */
  signIn(token: string): Promise<User>;

  /**
   * makes a guest account and signs in as it; whoever is signed in by then stays so
   *
   * @param applicationId the application that asked for it, whose quota it counts against
   * @throws {ServiceError} 400 for a name that cannot be one, 429 where no more guests are let in
   */
  signInAsGuest(username: string, applicationId: Snowflake): Promise<User>;

  /** an application's public face, or null if there is none. @throws {ServiceError} if the service cannot be asked */
  application(id: Snowflake): Promise<Application | null>;
  /** what the service sends as an application's icon, null if it has none of this hash. @throws {ServiceError} */
  applicationIcon(id: Snowflake, hash: string): Promise<Buffer | null>;
  /** checks, without granting anything, that the person may let this application in. @throws {ServiceError} */
  checkAuthorization(applicationId: Snowflake, scopes: readonly Scope[]): Promise<Application>;
  /** how the person may use an application that did not ask them. @throws {ServiceError} if the service cannot be asked */
  applicationAccess(applicationId: Snowflake): Promise<ApplicationAccess>;
  /** lets the application in. @returns an authorization code. @throws {ServiceError} */
  authorize(applicationId: Snowflake, scopes: readonly Scope[], rpcToken?: string): Promise<string>;
  /** lets the application in for one connection: what it gets is to be revoked. @throws {ServiceError} */
  authorizeOnce(applicationId: Snowflake, scopes: readonly Scope[]): Promise<OnceAuthorization>;
  /** what an access token stands for, or null if it is not valid */
  authorization(accessToken: string): Promise<CurrentAuthorization | null>;
  grants(): Promise<Grant[]>;
  /** takes back what was granted. @returns whether there was such a grant */
  revokeGrant(id: Snowflake): Promise<boolean>;
  /** the text channel the person looks at, null if none */
  readonly selectedTextChannel: Snowflake | null;
  /** shows a text channel that the person sees, or (null) none */
  selectTextChannel(id: Snowflake | null): void;
  /** the voice channel the person is in, null if none */
  readonly voiceChannelId: Snowflake | null;
  /** asks the service to move the person to a voice channel, or (null) out of it; `ownVoiceChannel` tells when it has */
  moveToVoiceChannel(channel: Channel | null): void;
  /** shows others whether the person is muted or deaf */
  showVoiceFlags(flags: VoiceFlags): void;
  /** the last 50 messages of a channel, oldest first */
  messages(channelId: Snowflake): Promise<Message[]>;
}
