import type { Effects } from './events.js';
import type { GuildChannel } from './state.js';

/** Stores and announces channels that changed. */
export function channelUpdates(channels: readonly GuildChannel[]): Effects {
  return {
    changes: channels.map((channel) => ({ kind: 'channel', channel })),
    events: channels.map((channel) => ({ type: 'channelUpdated', channel })),
  };
}
