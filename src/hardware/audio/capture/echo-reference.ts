/** What is being played, for echo cancellation. */
export interface EchoReference {
  /** The next block, BLOCK_SAMPLES samples, mono, as it leaves the device; null if nothing is played. */
  take(): Int16Array | null;
}
