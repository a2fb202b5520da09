import type { NativeEchoCanceller, SpeexDspBinding } from '../../../platform/native/speex-dsp.js';
import { BLOCK_SAMPLES, SAMPLE_RATE } from '../pcm.js';

/**
 * How late an echo may come, in seconds: the buffers of speaker and microphone, and the room. A longer tail costs more
 * CPU time and adapts more slowly.
 */
const TAIL_SECONDS = 0.25;

const SILENCE = new Int16Array(BLOCK_SAMPLES);

/** Cancels echo while it is switched on. The change is faded over a block, so that it makes no click. */
export class EchoStage {
  #canceller: NativeEchoCanceller | null = null;
  /** what processed the last block, while a change has not been faded; undefined: nothing changed */
  #previous: NativeEchoCanceller | null | undefined;

  constructor(private readonly binding: Pick<SpeexDspBinding, 'EchoCanceller'>) {}

  /** null while it is switched off */
  get canceller(): NativeEchoCanceller | null {
    return this.#canceller;
  }

  /** A canceller that is switched on again has to adapt again, for some seconds. */
  switch(isOn: boolean): void {
    if (isOn === (this.#canceller !== null)) return;
    this.#finishChange();
    this.#previous = this.#canceller;
    this.#canceller = isOn ? new this.binding.EchoCanceller(TAIL_SECONDS * SAMPLE_RATE) : null;
  }

  /** @param played null: silence */
  process(recorded: Int16Array, played: Int16Array | null): Int16Array {
    const reference = played ?? SILENCE;
    const sound = cancel(this.#canceller, recorded, reference);
    if (this.#previous === undefined) return sound;
    const faded = crossfade(cancel(this.#previous, recorded, reference), sound);
    this.#finishChange();
    return faded;
  }

  close(): void {
    this.#finishChange();
    this.#canceller?.close();
    this.#canceller = null;
  }

  #finishChange(): void {
    this.#previous?.close();
    this.#previous = undefined;
  }
}

function cancel(canceller: NativeEchoCanceller | null, recorded: Int16Array, played: Int16Array): Int16Array {
  return canceller === null ? recorded : canceller.cancel(recorded, played);
}

/** Fades from one block to another of the same length. */
function crossfade(from: Int16Array, to: Int16Array): Int16Array {
  return to.map((sample, at) => {
    const share = (at + 1) / to.length;
    return Math.round(sample * share + (from[at] ?? 0) * (1 - share));
  });
}
