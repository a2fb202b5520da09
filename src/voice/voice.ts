import type { VoiceChange } from '../client/state.js';
import type { Listenable } from '../platform/events.js';
import type { Component } from '../platform/lifecycle.js';
import type { Channel } from '../protocol/objects/channel.js';
import type { VoiceConnectionStatus } from '../protocol/rpc/voice-connection.js';
import type { UserVoiceSettings, VoiceSettings, VoiceSettingsPatch } from '../protocol/rpc/voice-settings.js';
import type { Snowflake } from '../protocol/snowflake.js';

/** What happens in the person's voice. */
export interface VoiceEvents {
  /** the settings changed, by any client */
  voiceSettingsUpdate: { settings: VoiceSettings };
  /** the person is in another voice channel than before; both null: in none */
  voiceChannelSelect: { channelId: Snowflake | null; guildId: Snowflake | null };
  voiceConnectionStatus: VoiceConnectionStatus;
  /** somebody in a voice channel is heard differently from now on */
  userVoiceSettingsUpdate: VoiceChange;
  speakingStart: { channelId: Snowflake; userId: Snowflake };
  speakingStop: { channelId: Snowflake; userId: Snowflake };
}

/** An application that may change voice settings for a person, by one of its connections. */
export interface VoiceHolder {
  readonly userId: Snowflake;
  readonly application: { readonly id: Snowflake; readonly name: string };
  /** the connection's id */
  readonly id: string;
}

export interface SelectOptions {
  /** moves the person also out of another channel */
  readonly force: boolean;
  /** how long to wait for the service at most, in milliseconds */
  readonly ms: number;
  /** ends the waiting early */
  readonly signal: AbortSignal;
}

/** What RPC sees of the person's voice. */
export interface VoiceRoom extends Component, Listenable<VoiceEvents> {
  /** the settings as they are now, with the endpoints that are plugged in (docs/rpc.md, Commands) */
  settings(): Promise<VoiceSettings>;
  /** tells `voiceSettingsUpdate` also of what plugging changes, until the returned function is called */
  watch(): () => void;
  /**
   * Changes what the patch names and locks the settings to the application (docs/rpc.md, Voice settings).
   *
   * @throws {VoiceLockedError} while another application holds them
   * @throws {UnknownDeviceError} if an endpoint is chosen that is not there
   */
  change(holder: VoiceHolder, patch: VoiceSettingsPatch): Promise<VoiceSettings>;
  /**
   * Changes the person's own settings, whoever has the lock: the fields that the patch names are theirs at once.
   *
   * @throws {UnknownDeviceError} if an endpoint is chosen that is not there
   */
  changeOwn(patch: VoiceSettingsPatch): Promise<VoiceSettings>;
  /** how the person hears somebody */
  userSettings(userId: Snowflake): UserVoiceSettings;
  /** Changes that; locks like `change`. @throws {VoiceLockedError} */
  changeUser(
    holder: VoiceHolder,
    userId: Snowflake,
    patch: Partial<UserVoiceSettings>,
  ): Promise<UserVoiceSettings>;
  /** A connection may change settings from now on; with an application's first one its earlier changes come back. */
  enter(holder: VoiceHolder): void;
  /** A connection may not change settings any more; with an application's last one its changes go and its lock ends. */
  leave(holder: VoiceHolder): void;
  /** the voice channel the person is in, or null */
  channel(): Channel | null;
  /**
   * Joins a voice channel, or (null) leaves the one the person is in. Requests are carried out one after another; a join
   * that the service has not carried out yet counts as the channel the person is in.
   *
   * @throws {AlreadyInVoiceError} for another channel than that, without `force`
   * @throws {VoiceEntryError} if the person may not join the channel, or it is full
   * @throws {JoinTimedOutError} if the service did not move the person in time
   */
  select(channel: Channel | null, options: SelectOptions): Promise<void>;
}
