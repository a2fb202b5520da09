import type { Listenable } from '../platform/async/events.js';
import type { Component } from '../platform/lifecycle.js';
import type { ActivityRequest } from '../protocol/objects/activity-request.js';
import type {
  Application,
  ApplicationWithApproval,
  CurrentAuthorization,
  Grant,
} from '../protocol/objects/application.js';
import type { Channel } from '../protocol/objects/channel.js';
import type { Message } from '../protocol/objects/message.js';
import type { Activity } from '../protocol/objects/presence.js';
import type { User } from '../protocol/objects/user.js';
import type { Scope } from '../protocol/scopes.js';
import type { Snowflake } from '../protocol/snowflake.js';
import type { ChatState, GuildView, VoiceChange } from './chat/state.js';

/** The person's own mute and deaf flags. */
export interface VoiceFlags {
  readonly selfMute: boolean;
  readonly selfDeaf: boolean;
}

/** How the signed-in person may use an application in the private beta; also `none` if nobody is signed in. */
export type ApplicationAccess = 'approved' | 'tester' | 'none';

/**
 * Whether the person is signed in. `waiting`: the service has not answered yet; `out`: nobody has signed in to it;
 * `refused`: it no longer accepts the token.
 */
export const SIGN_IN_STATES = { IN: 'in', WAITING: 'waiting', OUT: 'out', REFUSED: 'refused' } as const;
export type SignInState = (typeof SIGN_IN_STATES)[keyof typeof SIGN_IN_STATES];

/** Messages before or after another one. */
export interface MessagePlace {
  readonly side: 'before' | 'after';
  readonly id: Snowflake;
}

/** A file that is sent with a message. */
export interface SentFile {
  readonly name: string;
  readonly bytes: Buffer;
}

/** An authorization that is valid until it is revoked, and only for a short time. */
export interface OnceAuthorization {
  readonly code: string;
  readonly grantId: Snowflake;
  /** Revokes it, also if another account has signed in since. @throws {ServiceError} if the service cannot be asked */
  revoke(): Promise<void>;
}

/** Events of the signed-in person's chat. */
export interface ChatEvents {
  /** a guild was created, joined, or became available again */
  guildCreate: { guild: GuildView; joined: boolean };
  guildUpdate: { guild: GuildView };
  guildDelete: { id: Snowflake };
  channelCreate: { channel: Channel };
  messageCreate: { message: Message };
  messageUpdate: { message: Message };
  messageDelete: { id: Snowflake; channel_id: Snowflake };
  /** a user joined a voice channel */
  voiceStateCreate: VoiceChange;
  /** a user in a voice channel changed */
  voiceStateUpdate: VoiceChange;
  /** a user left a voice channel; `member` and `state` are from before */
  voiceStateDelete: VoiceChange;
  /** the person's voice channel changed; both null: in none */
  ownVoiceChannel: { channelId: Snowflake | null; guildId: Snowflake | null };
  /**
   * where the person's voice channel in a guild is connected to; `endpoint` as host and port, null: the service has none
   */
  voiceServer: { guildId: Snowflake; token: string; endpoint: string | null };
  /**
   * the person's access tokens of an application were revoked, by their SHA-256 in hex, or (null) everything granted to
   * it
   */
  grantRevoked: { applicationId: Snowflake; tokenHashes: readonly string[] | null };
  /** applications of the service were registered, changed or deleted, or may have been */
  applicationsChanged: Record<string, never>;
  /** somebody sent the person a message about joining a game */
  activityRequest: { request: ActivityRequest };
  /** the person's own account was changed */
  userUpdate: { user: User };
  /** another person signed in */
  signIn: { user: User };
  /** a session began that knows nothing of an earlier one; its guilds follow */
  newSession: Record<string, never>;
  /** the gateway connection was established or lost */
  connection: { connected: boolean };
}

/** The signed-in chat client: what the person can see and do, through the service's REST API and gateway. */
export interface ChatClient extends Component, Listenable<ChatEvents> {
  readonly state: ChatState;
  /** the signed-in person; null before the first sign-in succeeded */
  readonly user: User | null;
  readonly token: string | null;
  readonly signInState: SignInState;
  readonly connected: boolean;
  /** the IP address of the service's gateway; null without a connection */
  readonly serviceAddress: string | null;
  /** when the last frame of the gateway arrived, in milliseconds since the Unix epoch; null before the first one */
  readonly lastFrameAt: number | null;
  /**
   * whether `applicationsChanged` is emitted at once for every change: the service supports it and the gateway connection
   * is established (docs/gateway.md, Applications)
   */
  readonly reportsApplicationChanges: boolean;
  /** waits until everything announced at sign-in has arrived, at most `ms` milliseconds */
  caughtUp(ms: number): Promise<void>;
  /** whether a guild of the person has not arrived yet, or is unavailable */
  isAwaited(guildId: Snowflake): boolean;
  /** signs in as another person. @throws {ServiceError} 401 if the token is not valid */
  signIn(token: string): Promise<User>;

  /**
   * creates a guest account and signs in as it
   *
   * @param applicationId the application that requested it, to whose quota it counts
   * @throws {ServiceError} 400 for an invalid name, 409 if somebody signed in or becomes another guest meanwhile, 429 if
   *   the quota of guests is used up
   */
  signInAsGuest(username: string, applicationId: Snowflake): Promise<User>;

  /**
   * the public data of an application; null if it does not exist. @throws {ServiceError} if the service cannot be asked
   */
  application(id: Snowflake): Promise<ApplicationWithApproval | null>;
  /** the response body for an application's icon; null if there is none with this hash. @throws {ServiceError} */
  applicationIcon(id: Snowflake, hash: string): Promise<Buffer | null>;
  /** checks that the person may authorize the application, without granting anything. @throws {ServiceError} */
  checkAuthorization(applicationId: Snowflake, scopes: readonly Scope[]): Promise<Application>;
  /**
   * how the person may use an application that did not ask for consent. @throws {ServiceError} if the service cannot be
   * asked
   */
  applicationAccess(applicationId: Snowflake): Promise<ApplicationAccess>;
  /** authorizes the application. @returns an authorization code. @throws {ServiceError} */
  authorize(applicationId: Snowflake, scopes: readonly Scope[], rpcToken?: string): Promise<string>;
  /** authorizes the application for one connection; the caller must revoke the authorization. @throws {ServiceError} */
  authorizeOnce(applicationId: Snowflake, scopes: readonly Scope[]): Promise<OnceAuthorization>;
  /** the authorization of an access token; null if the token is not valid */
  authorization(accessToken: string): Promise<CurrentAuthorization | null>;
  grants(): Promise<Grant[]>;
  /** revokes a grant. @returns whether it existed */
  revokeGrant(id: Snowflake): Promise<boolean>;
  /** the selected text channel; null if none */
  readonly selectedTextChannel: Snowflake | null;
  /**
   * starts to select a text channel, which may still have to arrive
   *
   * @returns selects a channel that the person can view, or (null) none; false: a later request was carried out first
   */
  requestTextChannel(): (id: Snowflake | null) => boolean;
  /** the person's voice channel; null if none */
  readonly voiceChannelId: Snowflake | null;
  /** requests a move to a voice channel, or (null) out of it; `ownVoiceChannel` is emitted when it is done */
  moveToVoiceChannel(channel: Channel | null): void;
  /** joins the person's voice channel once more, unless a move is pending: the service then sends another `voiceServer` */
  rejoinVoiceChannel(): void;
  /** shows others what the person does; null: nothing */
  showActivity(activity: Activity | null): void;
  /** sets the mute and deaf flags that others see */
  showVoiceFlags(flags: VoiceFlags): void;
  /**
   * 50 messages of a channel, oldest first
   *
   * @param place null, the default: the newest ones
   */
  messages(channelId: Snowflake, place?: MessagePlace | null): Promise<Message[]>;
  /**
   * makes a request to the REST API as the person, with their rights
   *
   * @param path relative to the base URL, may have a query
   * @returns the decoded body; null if there is none. @throws {ServiceError}
   */
  request(method: string, path: string, body?: unknown): Promise<unknown>;
  /** writes a message as the person; it may be empty if it has files. @throws {ServiceError} */
  sendMessage(channelId: Snowflake, content: string, files?: readonly SentFile[]): Promise<Message>;
  /**
   * the bytes of a file of a message
   *
   * @param url of its attachment
   * @param most how many bytes it may have
   * @returns null: the service has no such file, or it is elsewhere. @throws {ServiceError}
   */
  attachment(url: string, most: number): Promise<Buffer | null>;
}
