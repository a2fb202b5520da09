/** What is done to recorded sound before it is sent. */
export interface ProcessingSettings {
  readonly echoCancellation: boolean;
  readonly noiseSuppression: boolean;
  readonly automaticGainControl: boolean;
}

/** Removes echo and noise from recorded sound and evens out its level. */
export interface Processor {
  configure(settings: ProcessingSettings): void;
  /**
   * Processes a block of BLOCK_SAMPLES samples, mono. The result is a block late, and may be `recorded` itself.
   *
   * @param played the block that was played at that time, mono; null if nothing was
   */
  process(recorded: Int16Array, played: Int16Array | null): Int16Array;
  /** Frees the memory of the library. */
  close(): void;
}
