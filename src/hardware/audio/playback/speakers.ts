import type { UserVoiceSettings } from '../../../protocol/rpc/voice-settings.js';
import type { ReceivedFrame } from '../call/call.js';
import type { OpusCodecs } from '../codec/opus-codecs.js';
import type { Mixer } from './mixer.js';
import { SpeakerSound } from './speaker-sound.js';
import { GainRamp, gainOf } from './voice-gain.js';

/** The most users whose sound is decoded at the same time. */
export const MAX_SPEAKERS = 32;

interface Speaker {
  readonly sound: SpeakerSound;
  readonly gain: GainRamp;
}

/** The users of a channel who speak or have spoken. One who is muted is not decoded. */
export class Speakers {
  /** by user id, those who have been silent for longest first */
  readonly #speakers = new Map<string, Speaker>();
  #settings: ReadonlyMap<string, UserVoiceSettings> = new Map();

  /** @param count called for every packet: whether it was lost */
  constructor(
    private readonly opus: Pick<OpusCodecs, 'createDecoder'>,
    private readonly count: (isLost: boolean) => void,
  ) {}

  /** @param settings by user id; the others have the defaults */
  configure(settings: Readonly<Record<string, UserVoiceSettings>>): void {
    this.#settings = new Map(Object.entries(settings));
    for (const [userId, { gain }] of this.#speakers) {
      const own = this.#settings.get(userId);
      if (own?.mute) this.forget(userId);
      else gain.set(gainOf(own));
    }
  }

  /** A packet arrived. @param now in milliseconds @returns whether it is going to be played */
  push(frame: ReceivedFrame, now: number): boolean {
    const speaker = this.#speakerOf(frame.userId);
    speaker?.sound.push(frame, now);
    return speaker !== null;
  }

  /** Adds the next 10 ms of everybody. @param now in milliseconds @returns whether anybody speaks */
  mixInto(mixer: Mixer, now: number): boolean {
    let isAnyActive = false;
    for (const { sound, gain } of this.#speakers.values()) {
      const block = sound.read(now);
      if (block !== null) mixer.add(block, gain);
      isAnyActive ||= sound.isActive;
    }
    return isAnyActive;
  }

  forget(userId: string): void {
    this.#speakers.get(userId)?.sound.close();
    this.#speakers.delete(userId);
  }

  clear(): void {
    for (const userId of [...this.#speakers.keys()]) this.forget(userId);
  }

  /** @returns null if the user is not to be heard */
  #speakerOf(userId: string): Speaker | null {
    const settings = this.#settings.get(userId);
    if (settings?.mute) return null;
    const known = this.#speakers.get(userId);
    if (known !== undefined) {
      if (!known.sound.isActive) this.#moveToEnd(userId, known);
      return known;
    }
    if (this.#speakers.size >= MAX_SPEAKERS && !this.#evict()) return null;
    const speaker = {
      sound: new SpeakerSound(this.opus, this.count),
      gain: new GainRamp(gainOf(settings)),
    };
    this.#speakers.set(userId, speaker);
    return speaker;
  }

  #moveToEnd(userId: string, speaker: Speaker): void {
    this.#speakers.delete(userId);
    this.#speakers.set(userId, speaker);
  }

  /** Forgets a user who is silent. @returns false if all speak */
  #evict(): boolean {
    for (const [userId, { sound }] of this.#speakers) {
      if (sound.isActive) continue;
      this.forget(userId);
      return true;
    }
    return false;
  }
}
