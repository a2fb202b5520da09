import { channelActions } from './audit-log/actions.js';
import type { Effects } from './events.js';
import type { GuildChannel, GuildState } from './state.js';

/** Changes and events of updated channels. */
export function channelUpdates(guild: GuildState, channels: readonly GuildChannel[]): Effects {
  return {
    changes: channels.map((channel) => ({ kind: 'channel', channel })),
    events: channels.map((channel) => ({ type: 'channelUpdated', channel })),
    audit: channels.flatMap((channel) =>
      channelActions(guild, guild.channels.get(channel.id) ?? null, channel),
    ),
  };
}
