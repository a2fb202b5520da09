/** How much of what a client has not read is kept for it, so that it misses nothing (docs/gateway.md, Resuming). */
export interface ReplayLimits {
  /**
   * bytes of events that may wait for a connection that does not read; more closes it with 4000, from which its client
   * may resume; never more than half of what is kept, so that there is room for what happens until it does
   */
  readonly unreadBytes: number;
  /** bytes of events kept of one session; a client that missed more must identify anew */
  readonly replayBytes: number;
  /** events kept of one session after they were sent, for a client that lost them on the way */
  readonly replayEvents: number;
}

export const DEFAULT_REPLAY_LIMITS: ReplayLimits = {
  unreadBytes: 32 * 1024 * 1024,
  replayBytes: 64 * 1024 * 1024,
  replayEvents: 1024,
};
