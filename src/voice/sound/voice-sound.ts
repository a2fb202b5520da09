import type { ChatClient } from '../../client/client.js';
import type { CallListener, Hardware, InputMeter } from '../../hardware/hardware.js';
import { combineUnsubscribes, Emitter, type Unsubscribe } from '../../platform/async/events.js';
import type { Clock } from '../../platform/clock.js';
import type { Component } from '../../platform/lifecycle.js';
import type { Logger } from '../../platform/log.js';
import { VOICE_CONNECTION_STATES, type VoiceConnectionStatus } from '../../protocol/rpc/voice-connection.js';
import type { VoiceSettings } from '../../protocol/rpc/voice-settings.js';
import type { VoiceRoom } from '../voice.js';
import type { VoiceLink } from '../voice-link.js';
import { ChannelCall, type ChannelCallOptions } from './channel-call.js';
import { DeviceMeter } from './device-meter.js';
import type { DevicesInUse, LostDevice, Sound, SoundEvents } from './sound.js';

/** How long the sound continues while the voice connection is interrupted, in milliseconds. */
const INTERRUPTION_MS = 10_000;

const NO_DEVICES: DevicesInUse = { input: null, output: null };

const { AWAITING_ENDPOINT, DISCONNECTED, VOICE_CONNECTED } = VOICE_CONNECTION_STATES;

export interface VoiceSoundOptions {
  readonly room: ChannelCallOptions['room'] & Pick<VoiceRoom, 'settings'>;
  readonly link: VoiceLink;
  readonly client: Pick<ChatClient, 'on' | 'state' | 'user' | 'voiceChannelId'>;
  readonly hardware: Pick<Hardware, 'audio' | 'shortcuts'>;
  readonly clock: Clock;
  readonly log: Logger;
}

/**
 * Records and plays while the voice connection carries sound, and in short interruptions of it. Otherwise no device is
 * open, and no process runs, unless a meter is watched.
 */
export class VoiceSound implements Sound, Component {
  readonly #events: Emitter<SoundEvents>;
  readonly #meters = new Set<(meter: InputMeter) => void>();
  readonly #deviceMeter: DeviceMeter;
  readonly #unsubscribe: Unsubscribe;
  #call: ChannelCall | null = null;
  /** changes whenever a call is wanted or no longer wanted, so that settings that arrive late are ignored */
  #generation = 0;
  #cancelEnd: () => void = () => {};
  #isMicrophoneSilent = false;
  #devicesInUse: DevicesInUse = NO_DEVICES;
  /** directions of which no device can be opened */
  readonly #absent = new Set<LostDevice['direction']>();
  /** the voice settings of the call; null without one */
  #settings: VoiceSettings | null = null;

  constructor(private readonly options: VoiceSoundOptions) {
    const { hardware, link, log, room } = options;
    this.#events = Emitter.logging(log, 'voice sound');
    this.#deviceMeter = new DeviceMeter({ audio: hardware.audio, room, log, report: this.#report });
    this.#unsubscribe = combineUnsubscribes([
      link.on('voiceConnectionStatus', ({ state }) => this.#follow(state)),
      room.on('voiceSettingsUpdate', ({ settings }) => this.#settingsChanged(settings)),
    ]);
  }

  on<Name extends keyof SoundEvents>(name: Name, listener: (event: SoundEvents[Name]) => void): Unsubscribe {
    return this.#events.on(name, listener);
  }

  get isMicrophoneSilent(): boolean {
    return this.#isMicrophoneSilent;
  }

  get devicesInUse(): DevicesInUse {
    return this.#devicesInUse;
  }

  watchMeter(listener: (meter: InputMeter) => void): () => void {
    const meter = (value: InputMeter) => listener(value);
    this.#meters.add(meter);
    this.#measure();
    return () => {
      this.#meters.delete(meter);
      this.#measure();
    };
  }

  async stop(): Promise<void> {
    this.#unsubscribe();
    this.#end();
    this.#deviceMeter.stop();
  }

  #follow(state: VoiceConnectionStatus['state']): void {
    const hasLeft = this.options.client.voiceChannelId === null;
    if (state === VOICE_CONNECTED) {
      this.#cancelEnd();
      if (this.#call === null) this.#begin();
    } else if (state === AWAITING_ENDPOINT || (state === DISCONNECTED && hasLeft)) {
      this.#end();
    } else {
      this.#cancelEnd();
      this.#cancelEnd = this.options.clock.after(INTERRUPTION_MS, () => this.#end());
    }
  }

  #begin(): void {
    const { client, hardware, link, log, room } = this.options;
    this.#generation += 1;
    const generation = this.#generation;
    room
      .settings()
      .then((settings) => {
        if (generation !== this.#generation) return;
        const listener = this.#listener;
        this.#settings = settings;
        this.#call = new ChannelCall({ client, hardware, link, listener, log, room }, settings);
        this.#measure();
      })
      .catch((error: unknown) => log.warn({ err: error }, 'failed to start the sound of the voice channel'));
  }

  #end(): void {
    this.#generation += 1;
    this.#cancelEnd();
    this.#call?.close();
    this.#call = null;
    this.#settings = null;
    this.#setSilent(false);
    for (const direction of [...this.#absent]) this.#setAbsent(direction, false);
    this.#setInUse(NO_DEVICES);
    this.#measure();
  }

  readonly #report = (meter: InputMeter): void => {
    for (const each of [...this.#meters]) each(meter);
  };

  readonly #listener: Pick<CallListener, 'meter' | 'silent' | 'device'> = {
    meter: this.#report,
    silent: (isSilent) => this.#setSilent(isSilent && this.#settings?.silence_warning === true),
    device: (direction, deviceId) => {
      if (deviceId === null) this.options.log.warn({ direction }, 'the voice channel has no audio device');
      else this.options.log.info({ direction, deviceId }, 'the voice channel uses an audio device');
      this.#setAbsent(direction, deviceId === null);
      this.#setInUse({ ...this.#devicesInUse, [direction]: deviceId });
    },
  };

  #settingsChanged(settings: VoiceSettings): void {
    const before = this.#settings;
    if (before === null) return;
    this.#settings = settings;
    if (!settings.silence_warning || settings.mute) this.#setSilent(false);
    for (const lost of lostDevices(before, settings)) this.#events.emit('deviceLost', lost);
  }

  #setSilent(isSilent: boolean): void {
    if (isSilent === this.#isMicrophoneSilent) return;
    this.#isMicrophoneSilent = isSilent;
    this.#events.emit('microphoneSilent', { isSilent });
  }

  #setInUse(devices: DevicesInUse): void {
    const { input, output } = this.#devicesInUse;
    if (devices.input === input && devices.output === output) return;
    this.#devicesInUse = devices;
    this.#events.emit('devicesInUse', devices);
  }

  #setAbsent(direction: LostDevice['direction'], isAbsent: boolean): void {
    if (isAbsent === this.#absent.has(direction)) return;
    if (isAbsent) this.#absent.add(direction);
    else this.#absent.delete(direction);
    this.#events.emit('deviceAbsent', { direction, isAbsent });
  }

  /** The level comes from the call if there is one. */
  #measure(): void {
    const isWanted = this.#meters.size > 0;
    this.#call?.measure(isWanted);
    this.#deviceMeter.measure(isWanted && this.#call === null);
  }
}

const DIRECTIONS = ['input', 'output'] as const;

/** The devices that were in use before a change of the settings, and have been unplugged. */
function lostDevices(before: VoiceSettings, now: VoiceSettings): LostDevice[] {
  return DIRECTIONS.flatMap((direction) => {
    const inUse = before[direction].device_id;
    if (now[direction].available_devices.some(({ id }) => id === inUse)) return [];
    const name = before[direction].available_devices.find(({ id }) => id === inUse)?.name;
    return name === undefined ? [] : [{ direction, name }];
  });
}
