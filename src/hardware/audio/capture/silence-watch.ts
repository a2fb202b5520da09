import { BLOCK_MS } from '../pcm.js';

/** At most this level, in dB of full scale, comes from a microphone that is switched off: a sample of 16 bits is 0 or ±1. */
const SILENT_LEVEL = -90;

/** How long it must last, in milliseconds. */
const SILENT_MS = 10_000;

/** Finds that an open microphone records nothing, not even noise. */
export class SilenceWatch {
  #blocks = 0;
  #isSilent = false;

  /** @param report the microphone has been silent for ten seconds, or is no longer */
  constructor(private readonly report: (isSilent: boolean) => void) {}

  /** Takes in the next block. @param level as recorded, in dB of full scale */
  add(level: number): void {
    this.#blocks = level <= SILENT_LEVEL ? this.#blocks + 1 : 0;
    this.#set(this.#blocks * BLOCK_MS >= SILENT_MS);
  }

  /** The microphone is no longer open. */
  reset(): void {
    this.#blocks = 0;
    this.#set(false);
  }

  #set(isSilent: boolean): void {
    if (isSilent === this.#isSilent) return;
    this.#isSilent = isSilent;
    this.report(isSilent);
  }
}
