import type { VoiceChange } from '../client/chat/state.js';
import type { Listenable, Unsubscribe } from '../platform/async/events.js';
import type { Component } from '../platform/lifecycle.js';
import type { Channel } from '../protocol/objects/channel.js';
import type { Shortcut } from '../protocol/rpc/shortcut.js';
import type { VoiceConnectionStatus } from '../protocol/rpc/voice-connection.js';
import type { UserVoiceSettings, VoiceSettings, VoiceSettingsPatch } from '../protocol/rpc/voice-settings.js';
import type { Snowflake } from '../protocol/snowflake.js';
import type { OwnKeys, VoiceKeyAction, VoiceKeys } from './voice-keys.js';

/** Events of the person's voice. */
export interface VoiceEvents {
  /** the settings changed, by any client */
  voiceSettingsUpdate: { settings: VoiceSettings };
  /** another application has the lock of the settings, or (null) none has */
  settingsHolder: { application: VoiceHolder['application'] | null };
  /** the person's shortcuts changed, or which of them and of an application's are watched */
  voiceKeysUpdate: VoiceKeys;
  /** the person's voice channel changed; both null: in none */
  voiceChannelSelect: { channelId: Snowflake | null; guildId: Snowflake | null };
  voiceConnectionStatus: VoiceConnectionStatus;
  /** the settings for a user in a voice channel changed */
  userVoiceSettingsUpdate: VoiceChange;
  speakingStart: { channelId: Snowflake; userId: Snowflake };
  speakingStop: { channelId: Snowflake; userId: Snowflake };
}

/** An application that may change voice settings for a person through a connection. */
export interface VoiceHolder {
  readonly userId: Snowflake;
  readonly application: { readonly id: Snowflake; readonly name: string };
  /** the connection's id */
  readonly id: string;
  /** Whether the person allows this connection to learn when a shortcut of its choice is pressed, as of now. */
  readonly mayNameKeys: () => boolean;
}

/** A connection of an application that selects a voice channel. */
export interface SelectingSession {
  readonly id: string;
  /** the number of its requests that may be pending */
  readonly most: number;
}

export interface SelectOptions {
  /** moves the person even if they are in another channel */
  readonly force: boolean;
  /** how long to wait for the service, in milliseconds */
  readonly ms: number;
  /** cancels waiting */
  readonly signal?: AbortSignal;
  /** undefined: the person's own request */
  readonly session?: SelectingSession;
}

/** The person's voice: settings and channel. */
export interface VoiceRoom extends Component, Listenable<VoiceEvents> {
  /** the current settings with the plugged-in endpoints (docs/rpc.md, Commands) */
  settings(): Promise<VoiceSettings>;
  /** emits `voiceSettingsUpdate` also for changes by devices, until the returned function is called */
  watch(): () => void;
  /**
   * Changes the fields in the patch and locks the settings for the application (docs/rpc.md, Voice settings).
   *
   * @throws {VoiceLockedError} if another application has the lock
   * @throws {VoiceAccessEndedError} if the connection may no longer change settings
   * @throws {UnknownDeviceError} if a chosen endpoint is not plugged in
   */
  change(holder: VoiceHolder, patch: VoiceSettingsPatch): Promise<VoiceSettings>;
  /**
   * Changes the person's own settings regardless of the lock; the fields in the patch override the application's.
   *
   * @throws {UnknownDeviceError} if a chosen endpoint is not plugged in
   * @throws {UserError} if the shortcut of push-to-talk conflicts with another one of the person
   * @throws {NotSavedError} the settings are changed, but not for the next start
   */
  changeOwn(patch: VoiceSettingsPatch): Promise<VoiceSettings>;
  /** the person's own shortcuts, without what an application chose */
  keys(): VoiceKeys;
  /**
   * The shortcuts to watch in a voice channel: that of push-to-talk only in its mode, and an application's only if the
   * person allows it, because what they send shows when it is pressed; otherwise it is their own.
   */
  watchedKeys(): VoiceKeys;
  /** the connection that chose a shortcut of push-to-talk which is not watched without the person's permission; null: none did */
  keysWaitFor(): VoiceHolder | null;
  /** Must be called when the answer of a holder's `mayNameKeys` may have changed. */
  reviewKeys(): void;
  /**
   * Sets the shortcut of an action; one without keys clears it.
   *
   * @throws {UserError} if it conflicts with that of another action
   * @throws {NotSavedError} it is changed, but not for the next start
   */
  setKey(action: VoiceKeyAction, shortcut: Shortcut): Promise<void>;
  /** The shortcut of an action is held, or was released. That of push-to-talk is handled by the sound. */
  pressKey(action: keyof OwnKeys, isHeld: boolean): void;
  /** The keys of mute and deafen change nothing until the returned function is called: they are pressed to be set. */
  ignoreToggles(): Unsubscribe;
  /** the directions whose chosen endpoint is not plugged in, so that another one is used, given the current settings */
  missingDevices(settings: VoiceSettings): readonly ('input' | 'output')[];
  /** whether the person is muted and deafened, also by the button of their input and push-to-mute, effective at once: devices are not waited for */
  flags(): Pick<VoiceSettings, 'mute' | 'deaf'>;
  /** the application that has the lock of the settings; null if none has */
  settingsHolder(): VoiceHolder['application'] | null;
  /** the settings for a user */
  userSettings(userId: Snowflake): UserVoiceSettings;
  /** Changes the settings for a user; locks like `change`. @throws {VoiceLockedError | VoiceAccessEndedError} */
  changeUser(
    holder: VoiceHolder,
    userId: Snowflake,
    patch: Partial<UserVoiceSettings>,
  ): Promise<UserVoiceSettings>;
  /** Changes the person's own settings for a user regardless of the lock, as `changeOwn` does. */
  changeOwnUser(userId: Snowflake, patch: Partial<UserVoiceSettings>): Promise<UserVoiceSettings>;
  /**
   * A connection may change settings from now on. The first connection of an application restores its earlier changes.
   */
  enter(holder: VoiceHolder): void;
  /**
   * A connection may no longer change settings. The changes and the lock of an application end with its last
   * connection.
   */
  leave(holder: VoiceHolder): void;
  /** the state of the voice connection */
  connection(): VoiceConnectionStatus;
  /** who is speaking in the person's voice channel */
  speaking(): Snowflake[];
  /** the voice channel the person is in, or null */
  channel(): Channel | null;
  /**
   * Joins a voice channel, or (null) leaves the current one. Requests are carried out and answered one after another;
   * those of applications end when the person makes one.
   *
   * @param channel a promise: a channel that has not arrived yet; a later request that is carried out first ends the wait
   * @returns the channel
   * @throws {AlreadyInVoiceError} without `force` if the person is in another channel
   * @throws {VoiceEntryError} if the person may not join the channel, or it is full
   * @throws {JoinTimedOutError} if the service did not move the person in time, or a later request was carried out
   * @throws {TooManySelectionsError} if as many requests of the connection are pending as it may have
   */
  select(channel: Channel | null | Promise<Channel>, options: SelectOptions): Promise<Channel | null>;
}
