import { DEFAULT_REPLAY_LIMITS } from '../api/gateway/replay-limits.js';
import { limitSettings } from './limit-settings.js';

/** How much the gateway keeps for clients that do not read, or are away (docs/gateway.md, Limits). */
export const REPLAY_LIMIT_SETTINGS = limitSettings(DEFAULT_REPLAY_LIMITS, {
  unreadBytes: 'gateway_max_unread_bytes',
  replayBytes: 'gateway_max_replay_bytes',
  replayEvents: 'gateway_max_replay_events',
});
