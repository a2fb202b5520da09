import type { GuildChange } from './changes.js';
import type { GuildEvent } from './events.js';
import type { GuildChannel, GuildState } from './state.js';
import { channelToWire } from './wire.js';

/** How channels that changed are kept and told. */
export function channelUpdates(
  guild: GuildState,
  channels: readonly GuildChannel[],
): { changes: GuildChange[]; events: GuildEvent[] } {
  return {
    changes: channels.map((channel) => ({ kind: 'channel', channel })),
    events: channels.map((channel) => ({
      name: 'CHANNEL_UPDATE',
      data: channelToWire(guild.id, channel),
      audience: { kind: 'channel', channelId: channel.id },
    })),
  };
}
