import { snapshotOf } from '../../guilds/events.js';
import type { GuildState } from '../../guilds/state.js';
import { voiceSnapshot } from '../../guilds/voice.js';
import type { GuildCreate } from '../../protocol/objects/guild.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import { timestamp } from '../../protocol/timestamp.js';
import type { Presences } from './presences.js';
import type { Session } from './session.js';

/**
 * GUILD_CREATE for one member's session (docs/gateway.md, Hidden channels).
 *
 * @param visible the channels that the member may view
 */
export function guildCreateFor(
  session: Session,
  guild: GuildState,
  visible: ReadonlySet<Snowflake>,
  presences: Presences,
): GuildCreate {
  const { views } = session.version;
  const large = guild.members.size > session.options.largeThreshold;
  const own = guild.members.get(session.userId);
  const online = presences.inGuild(guild);
  // Offline members of a large guild are requested individually or with op 8.
  const shown = large
    ? new Set([session.userId, ...online.map((presence) => presence.userId)])
    : guild.members.keys();
  const members = [...shown].flatMap((id) => guild.members.get(id) ?? []);
  const channels = [...guild.channels.values()].filter(({ id }) => visible.has(id));
  const voiceStates = [...guild.voiceStates.values()].filter(
    ({ channelId, userId }) => visible.has(channelId) || userId === session.userId,
  );
  return {
    ...views.guild(snapshotOf(guild)),
    joined_at: timestamp(own?.joinedAt ?? 0),
    large,
    unavailable: false,
    member_count: guild.members.size,
    voice_states: voiceStates.map((state) => views.voiceState(voiceSnapshot(guild, state))),
    members: members.map((member) => views.guildMember(guild, member)),
    channels: channels.map((channel) => views.channel(guild.id, channel)),
    presences: online.map((presence) => views.presence(presence)),
  };
}
