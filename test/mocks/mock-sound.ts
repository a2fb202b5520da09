import type { InputMeter } from '#guildhall/hardware/hardware.js';
import { Emitter } from '#guildhall/platform/async/events.js';
import type { DevicesInUse, Sound, SoundEvents } from '#guildhall/voice/sound/sound.js';

/** Sound whose meter and warnings are those of a test. */
export class MockSound extends Emitter<SoundEvents> implements Sound {
  isMicrophoneSilent = false;
  devicesInUse: DevicesInUse = { input: null, output: null };
  readonly #meters = new Set<(meter: InputMeter) => void>();

  constructor() {
    super((error) => {
      throw error;
    });
  }

  /** Begins a call with these devices, or ends it. */
  use(devices: DevicesInUse): void {
    this.devicesInUse = devices;
    this.emit('devicesInUse', devices);
  }

  watchMeter(listener: (meter: InputMeter) => void): () => void {
    const meter = (value: InputMeter) => listener(value);
    this.#meters.add(meter);
    return () => this.#meters.delete(meter);
  }

  /** The number of watchers; the device would be open while there are any. */
  get watchers(): number {
    return this.#meters.size;
  }

  /** Reports a level to all watchers. */
  measure(meter: InputMeter): void {
    for (const each of [...this.#meters]) each(meter);
  }
}
