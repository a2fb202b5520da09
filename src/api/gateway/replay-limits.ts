import { type DeclaredLimits, defaultsOf, type LimitsOf } from '../../protocol/declaration/limits.js';

/** How many unread events are kept for a client, so that it misses none (docs/gateway.md, Resuming). */
export const REPLAY_LIMITS = {
  unreadBytes: {
    key: 'gateway_max_unread_bytes',
    default: 32 * 1024 * 1024,
    summary:
      'bytes of unread events that are queued for a connection; beyond it, the connection is closed with 4000, from which its client may resume; at most half of gateway_max_replay_bytes, so that there is space for later events until it resumes',
  },
  replayBytes: {
    key: 'gateway_max_replay_bytes',
    default: 64 * 1024 * 1024,
    summary:
      'bytes of events kept for one session; also, for all sessions of a user together, of events that no other user receives, such as members and whole guilds, and of all events of shards, though each session keeps its share; a client that missed more must identify again, and a connection with more unread events is closed with 4000',
  },
  replayEvents: {
    key: 'gateway_max_replay_events',
    default: 1024,
    summary: 'sent events kept for one session, for a client that did not receive them',
  },
} as const satisfies DeclaredLimits;

export type ReplayLimits = LimitsOf<typeof REPLAY_LIMITS>;

export const DEFAULT_REPLAY_LIMITS: ReplayLimits = defaultsOf(REPLAY_LIMITS);
