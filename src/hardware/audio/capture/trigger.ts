/** Decides which recorded blocks are sent. Real: `voice-activity.ts`, `push-to-talk.ts`. */
export interface Trigger {
  /** how many blocks before the first that is sent are sent, too */
  readonly preRollBlocks: number;
  /** the level above which sound is sent, in dB of full scale; null if the level does not matter */
  readonly threshold: number | null;
  /** Whether the next block is sent. @param level in dB of full scale */
  next(level: number): boolean;
  /** Nothing was recorded for a while: what comes next is a new beginning. */
  reset(): void;
}
