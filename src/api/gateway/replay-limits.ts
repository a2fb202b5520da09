import { type DeclaredLimits, defaultsOf, type LimitsOf } from '../../protocol/declaration/limits.js';

/** How much of what a client has not read is kept for it, so that it misses nothing (docs/gateway.md, Resuming). */
export const REPLAY_LIMITS = {
  unreadBytes: {
    key: 'gateway_max_unread_bytes',
    default: 32 * 1024 * 1024,
    summary:
      'bytes of events that may wait for a connection that does not read; more closes it with 4000, from which its client may resume; never more than half of what is kept, so that there is room for what happens until it does',
  },
  replayBytes: {
    key: 'gateway_max_replay_bytes',
    default: 64 * 1024 * 1024,
    summary: 'bytes of events kept of one session; a client that missed more must identify anew',
  },
  replayEvents: {
    key: 'gateway_max_replay_events',
    default: 1024,
    summary: 'events kept of one session after they were sent, for a client that lost them on the way',
  },
} as const satisfies DeclaredLimits;

export type ReplayLimits = LimitsOf<typeof REPLAY_LIMITS>;

export const DEFAULT_REPLAY_LIMITS: ReplayLimits = defaultsOf(REPLAY_LIMITS);
