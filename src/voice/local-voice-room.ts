import type { ChatClient } from '../client/client.js';
import { availableDevices } from '../hardware/device-listing.js';
import type { AudioEndpoint, Hardware } from '../hardware/hardware.js';
import { SingleFlight } from '../platform/async/coalesce.js';
import { combineUnsubscribes, Emitter, type Unsubscribe } from '../platform/async/events.js';
import type { Clock } from '../platform/clock.js';
import { messageOf } from '../platform/errors.js';
import type { Logger } from '../platform/log.js';
import type { Channel } from '../protocol/objects/channel.js';
import type { Shortcut } from '../protocol/rpc/shortcut.js';
import type { VoiceConnectionStatus } from '../protocol/rpc/voice-connection.js';
import {
  type UserVoiceSettings,
  VOICE_MODES,
  type VoiceSettings,
  type VoiceSettingsPatch,
} from '../protocol/rpc/voice-settings.js';
import { applyPatch, mergePatches } from '../protocol/rpc/voice-settings-patch.js';
import type { Snowflake } from '../protocol/snowflake.js';
import { applyTakeOver } from './certified-take-over.js';
import { ChannelSelection } from './channel-selection.js';
import { DEFAULT_VOICE_SETTINGS } from './default-settings.js';
import { missingDevices, requireDevices, withoutMissingDevices } from './plugged-devices.js';
import type { SavedVoiceSettings } from './saved-settings.js';
import { SettingsLock } from './settings-lock.js';
import { SettingsWatch } from './settings-watch.js';
import { UserSettings } from './user-settings.js';
import type { SelectOptions, VoiceEvents, VoiceHolder, VoiceRoom } from './voice.js';
import {
  isSameShortcut,
  type OwnKeys,
  requireFreeShortcut,
  type VoiceKeyAction,
  type VoiceKeys,
} from './voice-keys.js';
import type { VoiceLink } from './voice-link.js';

export interface VoiceRoomOptions {
  readonly client: ChatClient;
  readonly hardware: Pick<Hardware, 'audio' | 'certifiedDevices' | 'muteButtons'>;
  readonly link: VoiceLink;
  readonly saved: SavedVoiceSettings;
  readonly clock: Clock;
  readonly log: Logger;
}

/** The voice room: this machine's devices and the signed-in person's chat. */
export class LocalVoiceRoom implements VoiceRoom {
  readonly #events: Emitter<VoiceEvents>;
  readonly #lock: SettingsLock;
  readonly #users: UserSettings;
  readonly #selection: ChannelSelection;
  readonly #watch: SettingsWatch;
  readonly #unsubscribe: Unsubscribe;
  /** the settings by the list of devices that they wait for, so that hundreds who wait for one list share them */
  readonly #reading = new SingleFlight<Promise<readonly AudioEndpoint[]>, VoiceSettings>();
  /** who is speaking in the person's channel */
  readonly #speaking = new Set<Snowflake>();
  /** whether the key of push-to-mute is held */
  #isMuteHeld = false;
  /** how many callers of `ignoreToggles` have not ended it */
  #ignoring = 0;

  constructor(private readonly options: VoiceRoomOptions) {
    const { client, clock, hardware, link, log, saved } = options;
    this.#events = Emitter.logging(log, 'voice');
    this.#lock = new SettingsLock(saved.layers);
    this.#users = new UserSettings({ saved, lock: this.#lock, changed: (id) => this.#announceUser(id) });
    this.#selection = new ChannelSelection(client, clock, log);
    this.#watch = new SettingsWatch({
      hardware,
      settingsWith: (endpoints) => this.#settingsWith(endpoints),
      changed: (settings) => this.#announce(settings),
      log,
    });
    const events = this.#events;
    this.#unsubscribe = combineUnsubscribes([
      client.on('grantRevoked', ({ applicationId, tokenHashes }) => {
        if (tokenHashes === null) this.#forget(applicationId);
      }),
      client.on('ownVoiceChannel', (selected) => {
        this.#speaking.clear();
        events.emit('voiceChannelSelect', selected);
      }),
      link.on('voiceConnectionStatus', (status) => events.emit('voiceConnectionStatus', status)),
      link.on('speakingStart', (speaking) => {
        this.#speaking.add(speaking.userId);
        events.emit('speakingStart', speaking);
      }),
      link.on('speakingStop', (speaking) => {
        this.#speaking.delete(speaking.userId);
        events.emit('speakingStop', speaking);
      }),
    ]);
  }

  async stop(): Promise<void> {
    this.#selection.stop();
    this.#watch.stop();
    this.#unsubscribe();
  }

  on<Name extends keyof VoiceEvents>(name: Name, listener: (event: VoiceEvents[Name]) => void): Unsubscribe {
    return this.#events.on(name, listener);
  }

  async settings(): Promise<VoiceSettings> {
    const endpoints = this.options.hardware.audio.endpoints();
    return this.#reading.run(endpoints, async () => this.#settingsWith(await endpoints));
  }

  watch(): () => void {
    return this.#watch.watch();
  }

  async change(holder: VoiceHolder, patch: VoiceSettingsPatch): Promise<VoiceSettings> {
    this.#lock.require(holder);
    await this.#requireDevices(patch);
    this.#switchHolder(() => this.#lock.change(holder, patch));
    void this.options.saved.save();
    return this.#announceChange(patch);
  }

  async changeOwn(patch: VoiceSettingsPatch): Promise<VoiceSettings> {
    const shortcut = patch.mode?.shortcut;
    if (shortcut !== undefined) requireFreeShortcut('push_to_talk', shortcut, this.keys());
    await this.#requireDevices(patch);
    return this.#applyOwn(patch);
  }

  keys(): VoiceKeys {
    const { keys, own } = this.options.saved;
    return { push_to_talk: own.settings.mode?.shortcut ?? [], ...keys };
  }

  watchedKeys(): VoiceKeys {
    const keys = this.keys();
    const shortcut = this.#activeShortcut();
    return this.#waitsFor(shortcut, keys) === null ? { ...keys, push_to_talk: shortcut } : keys;
  }

  keysWaitFor(): VoiceHolder | null {
    return this.#waitsFor(this.#activeShortcut(), this.keys());
  }

  reviewKeys(): void {
    this.#events.emit('voiceKeysUpdate', this.keys());
  }

  async setKey(action: VoiceKeyAction, shortcut: Shortcut): Promise<void> {
    if (action === 'push_to_talk') {
      await this.changeOwn({ mode: { shortcut } });
      return;
    }
    requireFreeShortcut(action, shortcut, this.keys());
    const { saved } = this.options;
    saved.keys = { ...saved.keys, [action]: shortcut };
    this.#events.emit('voiceKeysUpdate', this.keys());
    await saved.save();
  }

  pressKey(action: keyof OwnKeys, isHeld: boolean): void {
    if (action === 'push_to_mute') {
      if (isHeld === this.#isMuteHeld) return;
      this.#isMuteHeld = isHeld;
      this.#announceInBackground();
    } else if (isHeld && this.#ignoring === 0) {
      const { deaf, mute } = this.#lastingFlags;
      this.#applyOwn(action === 'mute' ? { mute: !mute } : { deaf: !deaf }).catch((error: unknown) => {
        this.options.log.warn({ action, reason: messageOf(error) }, 'failed to change voice settings by key');
      });
    }
  }

  ignoreToggles(): Unsubscribe {
    this.#ignoring += 1;
    return () => {
      this.#ignoring -= 1;
    };
  }

  missingDevices(settings: VoiceSettings): readonly ('input' | 'output')[] {
    return missingDevices(this.#chosen, settings);
  }

  flags(): Pick<VoiceSettings, 'mute' | 'deaf'> {
    const { deaf, mute } = this.#lastingFlags;
    return { deaf, mute: mute || this.#isMuteHeld };
  }

  settingsHolder(): VoiceHolder['application'] | null {
    return this.#lock.holder;
  }

  userSettings(userId: Snowflake): UserVoiceSettings {
    return this.#users.of(userId);
  }

  async changeUser(
    holder: VoiceHolder,
    userId: Snowflake,
    patch: Partial<UserVoiceSettings>,
  ): Promise<UserVoiceSettings> {
    return this.#switchHolder(() => this.#users.change(holder, userId, patch));
  }

  async changeOwnUser(userId: Snowflake, patch: Partial<UserVoiceSettings>): Promise<UserVoiceSettings> {
    return this.#users.changeOwn(userId, patch);
  }

  enter(holder: VoiceHolder): void {
    this.#switchLayer(() => this.#lock.enter(holder));
  }

  leave(holder: VoiceHolder): void {
    this.#switchLayer(() => this.#lock.leave(holder));
  }

  connection(): VoiceConnectionStatus {
    return this.options.link.status;
  }

  speaking(): Snowflake[] {
    return [...this.#speaking];
  }

  channel(): Channel | null {
    const { state, voiceChannelId } = this.options.client;
    return voiceChannelId === null ? null : (state.channel(voiceChannelId) ?? null);
  }

  select(channel: Channel | null | Promise<Channel>, options: SelectOptions): Promise<Channel | null> {
    return this.#selection.select(channel, options);
  }

  /** whether the person is muted and deafened, apart from push-to-mute */
  get #lastingFlags(): Pick<VoiceSettings, 'mute' | 'deaf'> {
    const { deaf, mute } = applyPatch(DEFAULT_VOICE_SETTINGS, this.#chosen);
    return { deaf, mute: this.#watch.button.muted ?? mute };
  }

  /** what the person chose, and the application with the lock */
  get #chosen(): VoiceSettingsPatch {
    return mergePatches(this.options.saved.own.settings, this.#lock.layer.settings);
  }

  /** Asks for devices only if a patch names one: muting does not wait for them. */
  async #requireDevices(patch: VoiceSettingsPatch): Promise<void> {
    if ((patch.input?.device_id ?? patch.output?.device_id) === undefined) return;
    requireDevices(await this.settings(), patch);
  }

  async #applyOwn(patch: VoiceSettingsPatch): Promise<VoiceSettings> {
    const { saved } = this.options;
    saved.own = { ...saved.own, settings: mergePatches(saved.own.settings, patch) };
    this.#lock.yieldTo(patch);
    const saving = saved.save();
    const settings = await this.#announceChange(patch);
    await saving;
    return settings;
  }

  /** The keys of push-to-talk; none in another mode. */
  #activeShortcut(): Shortcut {
    const { shortcut, type } = applyPatch(DEFAULT_VOICE_SETTINGS, this.#chosen).mode;
    return type === VOICE_MODES.PUSH_TO_TALK ? shortcut : [];
  }

  #waitsFor(shortcut: Shortcut, { push_to_talk: own }: VoiceKeys): VoiceHolder | null {
    const { keysFrom } = this.#lock;
    if (keysFrom === null || shortcut.length === 0) return null;
    return isSameShortcut(shortcut, own) || keysFrom.mayNameKeys() ? null : keysFrom;
  }

  #settingsWith(endpoints: readonly AudioEndpoint[]): VoiceSettings {
    const { hardware, saved } = this.options;
    const { input, output } = DEFAULT_VOICE_SETTINGS;
    const defaults: VoiceSettings = {
      ...DEFAULT_VOICE_SETTINGS,
      input: { ...input, available_devices: availableDevices(endpoints, 'input') },
      output: { ...output, available_devices: availableDevices(endpoints, 'output') },
    };
    const [own, layer] = [saved.own.settings, this.#lock.layer.settings];
    const chosen = mergePatches(withoutMissingDevices(own, defaults), withoutMissingDevices(layer, defaults));
    const settings = applyTakeOver(applyPatch(defaults, chosen), chosen, {
      endpoints,
      certified: hardware.certifiedDevices.takingOver,
      mutedByButton: (inUse) => this.#watch.button.mutedOf(inUse),
    });
    return { ...settings, mute: settings.mute || this.#isMuteHeld };
  }

  #announceChange(patch: VoiceSettingsPatch): Promise<VoiceSettings> {
    if (patch.mute !== undefined) this.#watch.button.forget();
    return this.#announceCurrent();
  }

  async #announceCurrent(): Promise<VoiceSettings> {
    const endpoints = await this.options.hardware.audio.endpoints();
    const settings = this.#settingsWith(endpoints);
    this.#watch.noteReported(settings, endpoints);
    this.#announce(settings);
    return settings;
  }

  #announceInBackground(): void {
    this.#announceCurrent().catch((error: unknown) => {
      this.options.log.warn({ err: error }, 'failed to announce changed voice settings');
    });
  }

  #announceUser(userId: Snowflake): void {
    const change = this.options.client.state.voiceChange(userId);
    if (change !== null) this.#events.emit('userVoiceSettingsUpdate', change);
  }

  /** @param change of the lock; returns whether the effective settings changed */
  #switchLayer(change: () => boolean): void {
    const isChanged = this.#switchHolder(() => this.#users.switchLayer(change));
    if (isChanged) this.#announceInBackground();
  }

  /** Runs what may give the lock to another application. */
  #switchHolder<T>(run: () => T): T {
    const before = this.#lock.holder;
    const result = run();
    const application = this.#lock.holder;
    if (application?.id !== before?.id) this.#events.emit('settingsHolder', { application });
    return result;
  }

  /** Sends the settings to applications, and mute and deaf through the service to others. */
  #announce(settings: VoiceSettings): void {
    this.options.client.showVoiceFlags({ selfMute: settings.mute, selfDeaf: settings.deaf });
    this.#events.emit('voiceSettingsUpdate', { settings });
  }

  /** Everything granted to an application was revoked. */
  #forget(applicationId: Snowflake): void {
    const { client, saved } = this.options;
    if (client.user === null) return;
    const userId = client.user.id;
    this.#switchLayer(() => this.#lock.forget(applicationId, userId));
    void saved.save();
  }
}
