import { CHANNEL_TYPES } from '../../protocol/objects/channel.js';
import type { GuildEmbed } from '../../protocol/objects/guild-embed.js';
import type { Decision } from '../events.js';
import { requireMember } from '../permissions.js';
import { refuseField } from '../refusal.js';
import type { Actor, GuildSettings, GuildState } from '../state.js';

/** Changes the embed (interface.md, Guild REST operations: Modify guild embed). @throws {Refusal} */
export function modifyEmbed(
  guild: GuildState,
  actor: Actor,
  input: { readonly [Field in keyof GuildEmbed]: GuildEmbed[Field] | undefined },
): Decision<GuildEmbed> {
  requireMember(guild, actor);
  const before = embedOf(guild.settings);
  const enabled = input.enabled ?? before.enabled;
  const channelId = input.channel_id === undefined ? before.channel_id : input.channel_id;
  const channel = channelId === null ? null : guild.channels.get(channelId);
  // Nobody is ever in a category.
  if (channel === undefined || channel?.type === CHANNEL_TYPES.GUILD_CATEGORY) {
    throw refuseField(['channel_id'], 'BASE_TYPE_CHOICES', 'This is no text or voice channel of the guild.');
  }
  const settings: GuildSettings = {
    ...guild.settings,
    embed_enabled: enabled,
    embed_channel_id: channelId,
    // The same thing by its newer name.
    widget_enabled: enabled,
    widget_channel_id: channelId,
  };
  return { result: embedOf(settings), changes: [{ kind: 'settings', settings }], events: [] };
}

/** The embed as the wire shows it. */
export function embedOf({ embed_enabled, embed_channel_id }: GuildSettings): GuildEmbed {
  return { enabled: embed_enabled, channel_id: embed_channel_id };
}
