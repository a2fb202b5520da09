/** The levels of a block, in dB of full scale from -100 to 0. */
export interface BlockLevels {
  /** as recorded, with the input volume: the louder of this block and the one before, as processing may be a block late */
  readonly recorded: number;
  /** as it would be sent */
  readonly processed: number;
}

/** Decides which recorded blocks are sent. Real: `voice-activity.ts`, `push-to-talk.ts`. */
export interface Trigger {
  /** how many blocks before the first that is sent are sent, too */
  readonly preRollBlocks: number;
  /** the level above which sound is sent, in dB of full scale; null if the level does not matter */
  readonly threshold: number | null;
  /** Whether the next block is sent. */
  next(levels: BlockLevels): boolean;
  /** Nothing was recorded for a while: what comes next is a new beginning. */
  reset(): void;
}
