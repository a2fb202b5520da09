import { isDeepStrictEqual } from 'node:util';
import { voiceStatesIn } from '../../client/chat/state.js';
import type { ChatClient } from '../../client/client.js';
import type { Call, CallListener, CallSettings, Hardware } from '../../hardware/hardware.js';
import { combineUnsubscribes, type Unsubscribe } from '../../platform/async/events.js';
import type { Logger } from '../../platform/log.js';
import { OPUS_SILENCE } from '../../protocol/opus-silence.js';
import type { UserVoiceSettings, VoiceSettings } from '../../protocol/rpc/voice-settings.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import { DEFAULT_USER_VOICE_SETTINGS } from '../default-settings.js';
import type { VoiceRoom } from '../voice.js';
import type { VoiceLink } from '../voice-link.js';
import { CallKeys } from './call-keys.js';
import { callSettings } from './call-settings.js';

export interface ChannelCallOptions {
  readonly room: Pick<VoiceRoom, 'flags' | 'on' | 'pressKey' | 'userSettings' | 'watch' | 'watchedKeys'>;
  readonly link: VoiceLink;
  readonly client: Pick<ChatClient, 'on' | 'state' | 'user' | 'voiceChannelId'>;
  readonly hardware: Pick<Hardware, 'audio' | 'shortcuts'>;
  /** what the call reports besides frames and speech */
  readonly listener: Pick<CallListener, 'meter' | 'silent' | 'device'>;
  readonly log: Logger;
}

/** The sound of the person's voice channel: follows the voice settings, and connects devices with the voice connection. */
export class ChannelCall {
  readonly #call: Call;
  readonly #keys: CallKeys;
  readonly #unsubscribe: Unsubscribe;
  /** the settings that the call has */
  #configured: CallSettings;

  /** @param settings the current voice settings */
  constructor(
    private readonly options: ChannelCallOptions,
    private settings: VoiceSettings,
  ) {
    const { client, hardware, link, listener, log, room } = options;
    this.#configured = this.#callSettings();
    this.#call = hardware.audio.call(this.#configured, {
      frame: (opus) => this.#send(opus),
      speaking: (isSpeaking) => link.speaking(isSpeaking && !this.#isMuted),
      meter: (meter) => listener.meter(meter),
      silent: (isSilent) => listener.silent(isSilent),
      device: (direction, id) => listener.device(direction, id),
    });
    this.#keys = new CallKeys({
      shortcuts: hardware.shortcuts,
      keys: () => room.watchedKeys(),
      pressed: (action, isHeld) => {
        if (action === 'push_to_talk') this.#call.press(isHeld);
        else room.pressKey(action, isHeld);
      },
      log,
    });
    this.#keys.update();
    link.prefer(settings.qos);
    const update = () => this.#update();
    this.#unsubscribe = combineUnsubscribes([
      room.watch(),
      room.on('voiceSettingsUpdate', (changed) => {
        this.settings = changed.settings;
        this.#keys.update();
        link.prefer(changed.settings.qos);
        this.#update();
      }),
      room.on('voiceKeysUpdate', () => this.#keys.update()),
      room.on('userVoiceSettingsUpdate', update),
      client.on('voiceStateCreate', update),
      client.on('voiceStateUpdate', update),
      client.on('guildUpdate', update),
      link.on('frame', (frame) => this.#call.play(frame)),
      link.on('left', ({ userId }) => this.#call.forget(userId)),
    ]);
  }

  /** Whether the level of the input is reported from now on. */
  measure(isWanted: boolean): void {
    this.#call.measure(isWanted);
  }

  close(): void {
    this.#unsubscribe();
    this.#keys.stop();
    this.options.link.speaking(false);
    this.#call.close();
  }

  get #isMuted(): boolean {
    const { deaf, mute } = this.options.room.flags();
    return this.#configured.isMuted || deaf || mute;
  }

  /** A driver that is slow may keep recording after the person was muted. Only the silence that ends speech is sent then. */
  #send(opus: Buffer): void {
    if (!this.#isMuted || opus.equals(OPUS_SILENCE)) this.options.link.send(opus);
  }

  #update(): void {
    const settings = this.#callSettings();
    if (isDeepStrictEqual(settings, this.#configured)) return;
    this.#configured = settings;
    this.#call.configure(settings);
  }

  #callSettings(): CallSettings {
    const { client } = this.options;
    const own = client.user === null ? null : client.state.voiceChange(client.user.id);
    const channelId = own?.channelId ?? client.voiceChannelId;
    const channel = channelId === null ? null : (client.state.channel(channelId) ?? null);
    return callSettings({
      settings: this.settings,
      own: own?.state ?? null,
      channel,
      users: channel === null ? {} : this.#usersIn(channel.id, channel.guild_id),
    });
  }

  #usersIn(channelId: Snowflake, guildId: Snowflake | undefined): Record<string, UserVoiceSettings> {
    const { client, room } = this.options;
    const guild = guildId === undefined ? undefined : client.state.guild(guildId);
    const present = guild === undefined ? [] : voiceStatesIn(guild, channelId);
    const settings = present.map(({ user_id }) => [user_id, room.userSettings(user_id)] as const);
    return Object.fromEntries(
      settings.filter(([, each]) => !isDeepStrictEqual(each, DEFAULT_USER_VOICE_SETTINGS)),
    );
  }
}
