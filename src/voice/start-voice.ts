import type { ChatClient } from '../client/client.js';
import { availableDevices } from '../hardware/audio/available-devices.js';
import type { AudioEndpoint, Hardware } from '../hardware/hardware.js';
import type { Clock } from '../platform/clock.js';
import { Emitter, type Unsubscribe } from '../platform/events.js';
import type { Logger } from '../platform/log.js';
import type { UserVoiceSettings, VoiceSettings } from '../protocol/rpc/voice-settings.js';
import { applyPatch, mergePatches } from '../protocol/rpc/voice-settings-patch.js';
import { takenOver } from './certified-take-over.js';
import { ChannelSelection } from './channel-selection.js';
import { DEFAULT_USER_VOICE_SETTINGS, DEFAULT_VOICE_SETTINGS } from './default-settings.js';
import { requireDevices, withoutMissingDevices } from './plugged-devices.js';
import type { SavedVoiceSettings } from './saved-settings.js';
import { SettingsLock } from './settings-lock.js';
import { SettingsWatch } from './settings-watch.js';
import type { VoiceEvents, VoiceRoom } from './voice.js';
import type { VoiceLink } from './voice-link.js';

export interface VoiceOptions {
  readonly client: ChatClient;
  readonly hardware: Hardware;
  readonly link: VoiceLink;
  readonly saved: SavedVoiceSettings;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Opens the voice room over the machine's devices and the person's chat. */
export function startVoice({ client, clock, hardware, link, log, saved }: VoiceOptions): VoiceRoom {
  const events = new Emitter<VoiceEvents>((error) => log.error({ err: error }, 'a voice listener failed'));
  const lock = new SettingsLock(saved.layers);
  const selection = new ChannelSelection(client, clock, log);

  const settingsWith = (endpoints: readonly AudioEndpoint[]): VoiceSettings => {
    const { input, output } = DEFAULT_VOICE_SETTINGS;
    const own: VoiceSettings = {
      ...DEFAULT_VOICE_SETTINGS,
      input: { ...input, available_devices: availableDevices(endpoints, 'input') },
      output: { ...output, available_devices: availableDevices(endpoints, 'output') },
    };
    const chosen = mergePatches(withoutMissingDevices(saved.own, own), lock.layer.settings);
    return takenOver(applyPatch(own, chosen), chosen, {
      endpoints,
      certified: hardware.certifiedDevices.takingOver,
      mutedByButton: (inUse) => watch.button.mutedOf(inUse),
    });
  };
  const settings = async () => settingsWith(await hardware.audio.endpoints());
  const userSettings = (userId: string): UserVoiceSettings => ({
    ...DEFAULT_USER_VOICE_SETTINGS,
    ...lock.layer.users.get(userId),
  });
  const tell = (now: VoiceSettings): void => {
    // The service shows others whether the person is muted or deaf.
    client.showVoiceFlags({ selfMute: now.mute, selfDeaf: now.deaf });
    events.emit('voiceSettingsUpdate', { settings: now });
  };
  const watch = new SettingsWatch({ hardware, settingsWith, changed: tell, log });
  const changed = async (): Promise<VoiceSettings> => {
    const endpoints = await hardware.audio.endpoints();
    const now = settingsWith(endpoints);
    watch.told(now, endpoints);
    tell(now);
    return now;
  };
  const changedUnasked = () => {
    changed().catch((error: unknown) => log.warn({ err: error }, 'voice settings could not be told'));
  };
  const forwarding: Unsubscribe[] = [
    client.on('grantRevoked', ({ applicationId, tokenHashes }) => {
      if (tokenHashes !== null || client.user === null) return;
      if (lock.forget(applicationId, client.user.id)) changedUnasked();
      saved.save();
    }),
    client.on('ownVoiceChannel', (selected) => events.emit('voiceChannelSelect', selected)),
    link.on('voiceConnectionStatus', (status) => events.emit('voiceConnectionStatus', status)),
    link.on('speakingStart', (speaking) => events.emit('speakingStart', speaking)),
    link.on('speakingStop', (speaking) => events.emit('speakingStop', speaking)),
  ];

  return {
    on: (name, listener) => events.on(name, listener),
    settings,
    watch: () => watch.watch(),
    async change(holder, patch) {
      lock.require(holder);
      requireDevices(await settings(), patch);
      lock.change(holder, patch);
      saved.save();
      if (patch.mute !== undefined) watch.button.forget();
      return changed();
    },
    async changeOwn(patch) {
      requireDevices(await settings(), patch);
      saved.own = mergePatches(saved.own, patch);
      lock.yieldTo(patch);
      saved.save();
      if (patch.mute !== undefined) watch.button.forget();
      return changed();
    },
    userSettings,
    async changeUser(holder, userId, patch) {
      lock.changeUser(holder, userId, patch);
      saved.save();
      const change = client.state.voiceChange(userId);
      if (change !== null) events.emit('userVoiceSettingsUpdate', change);
      return userSettings(userId);
    },
    enter(holder) {
      if (lock.enter(holder)) changedUnasked();
    },
    leave(holder) {
      if (lock.leave(holder)) changedUnasked();
    },
    channel: () =>
      client.voiceChannelId === null ? null : (client.state.channel(client.voiceChannelId) ?? null),
    select: (channel, options) => selection.select(channel, options),
    async stop() {
      selection.stop();
      watch.stop();
      for (const unsubscribe of forwarding) unsubscribe();
    },
  };
}
