import type { GuildState } from '../../guilds/state.js';
import { channelToWire, guildToWire, memberToWire, voiceStateToWire } from '../../guilds/wire.js';
import type { GuildCreate } from '../../protocol/objects/guild.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import { timestamp } from '../../protocol/timestamp.js';
import type { Presences } from './presences.js';
import type { Session } from './session.js';

/**
 * A guild as one member's session gets it (docs/gateway.md, Hidden channels).
 *
 * @param visible the channels that the member may view
 */
export function guildCreateFor(
  session: Session,
  guild: GuildState,
  visible: ReadonlySet<Snowflake>,
  presences: Presences,
): GuildCreate {
  const large = guild.members.size > session.options.largeThreshold;
  const own = guild.members.get(session.userId);
  const online = presences.inGuild(guild);
  // A large guild's offline members are asked for one by one or with op 8.
  const shown = large
    ? new Set([session.userId, ...online.map((presence) => presence.user.id)])
    : guild.members.keys();
  const members = [...shown].flatMap((id) => guild.members.get(id) ?? []);
  const channels = [...guild.channels.values()].filter(({ id }) => visible.has(id));
  const voiceStates = [...guild.voiceStates.values()].filter(
    ({ channelId, userId }) => visible.has(channelId) || userId === session.userId,
  );
  return {
    ...guildToWire(guild),
    joined_at: timestamp(own?.joinedAt ?? 0),
    large,
    unavailable: false,
    member_count: guild.members.size,
    voice_states: voiceStates.map((state) => voiceStateToWire(guild, state)),
    members: members.map((member) => memberToWire(guild, member)),
    channels: channels.map((channel) => channelToWire(guild.id, channel)),
    presences: online,
  };
}
