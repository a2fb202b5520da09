import type { Snowflake } from '../../protocol/snowflake.js';
import { channelUpdates } from '../channel-updates.js';
import type { Decision } from '../events.js';
import { refuseField } from '../refusal.js';
import { guildRule } from '../rule.js';
import type { GuildChannel } from '../state.js';

/** The new place of a channel. */
export interface ChannelMove {
  readonly id: Snowflake;
  readonly position: number;
}

/** Sorts channels (docs/rest.md, guilds). @throws {Refusal} */
export const moveChannels = guildRule({
  permission: 'MANAGE_CHANNELS',
  decide({ guild }, moves: readonly ChannelMove[]): Decision<null> {
    const moved = new Map<Snowflake, GuildChannel>();
    for (const [index, { id, position }] of moves.entries()) {
      const channel = guild.channels.get(id);
      if (channel === undefined || moved.has(id)) {
        const reason =
          channel === undefined ? 'This is no channel of the guild.' : 'This channel is named twice.';
        throw refuseField([String(index), 'id'], 'BASE_TYPE_CHOICES', reason);
      }
      moved.set(id, { ...channel, position });
    }
    const changed = [...moved.values()].filter(
      ({ id, position }) => guild.channels.get(id)?.position !== position,
    );
    return { result: null, ...channelUpdates(guild, changed) };
  },
});
