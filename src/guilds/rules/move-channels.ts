import type { Snowflake } from '../../protocol/snowflake.js';
import { channelUpdates } from '../channel-updates.js';
import type { Decision } from '../events.js';
import { findVisible } from '../permissions.js';
import { refuseField } from '../refusal.js';
import { guildRule } from '../rule.js';
import type { GuildChannel } from '../state.js';
import { modifyChannel } from './modify-channel.js';

/** The new place of a channel. */
export interface ChannelMove {
  readonly id: Snowflake;
  readonly position: number;
}

/** Sorts channels that the member may manage (docs/rest.md, Permissions). @throws {Refusal} */
export const moveChannels = guildRule({
  permission: 'MANAGE_CHANNELS',
  decide({ guild, actor, member }, moves: readonly ChannelMove[]): Decision<null> {
    const moved = new Map<Snowflake, GuildChannel>();
    for (const [index, { id, position }] of moves.entries()) {
      const channel = findVisible(guild, member, id);
      if (channel === undefined || moved.has(id)) {
        const reason =
          channel === undefined ? 'This is no channel of the guild.' : 'This channel is named twice.';
        throw refuseField([String(index), 'id'], 'BASE_TYPE_CHOICES', reason);
      }
      // Clients send the whole list, also channels that stay where they are.
      if (channel.position !== position) modifyChannel.authorize({ guild, channel }, actor);
      moved.set(id, { ...channel, position });
    }
    const changed = [...moved.values()].filter(
      ({ id, position }) => guild.channels.get(id)?.position !== position,
    );
    return { result: null, ...channelUpdates(guild, changed) };
  },
});
