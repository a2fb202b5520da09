import type { Channel } from '../../protocol/objects/channel.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import type { GuildChange } from '../changes.js';
import { channelUpdates } from '../channel-updates.js';
import type { Decision, GuildEvent } from '../events.js';
import { requireMember } from '../permissions.js';
import type { Actor, GuildChannel, GuildSettings, GuildState } from '../state.js';
import { channelToWire, guildToWire } from '../wire.js';

/** Settings of a guild that name a channel. */
const CHANNEL_SETTINGS = [
  'afk_channel_id',
  'embed_channel_id',
  'widget_channel_id',
  'system_channel_id',
] as const satisfies (keyof GuildSettings)[];

/**
 * Deletes a channel and all that refers to it (rest-facts.md: DELETE /channels/{channel.id}): what lay in a category
 * lies in none, settings of the guild name it no more, its invites and messages are gone.
 *
 * @throws {Refusal}
 */
export function deleteChannel(guild: GuildState, actor: Actor, channel: GuildChannel): Decision<Channel> {
  requireMember(guild, actor);
  const children = [...guild.channels.values()]
    .filter(({ parent_id }) => parent_id === channel.id)
    .map((child) => ({ ...child, parent_id: null }));
  const orphaned = channelUpdates(guild, children);
  const settings = settingsWithout(guild, channel.id);
  const wire = channelToWire(guild.id, channel);
  return {
    result: wire,
    changes: [...orphaned.changes, ...settings.changes, ...invitesOf(guild, channel.id), removal(channel.id)],
    events: [
      ...orphaned.events,
      { name: 'CHANNEL_DELETE', data: wire, audience: { kind: 'channel', channelId: channel.id } },
      ...settings.events,
    ],
  };
}

function removal(id: Snowflake): GuildChange {
  return { kind: 'channel-removed', id };
}

function settingsWithout(guild: GuildState, id: Snowflake): { changes: GuildChange[]; events: GuildEvent[] } {
  const named = CHANNEL_SETTINGS.filter((name) => guild.settings[name] === id);
  if (named.length === 0) return { changes: [], events: [] };
  const settings = { ...guild.settings, ...Object.fromEntries(named.map((name) => [name, null])) };
  return {
    changes: [{ kind: 'settings', settings }],
    events: [
      { name: 'GUILD_UPDATE', data: guildToWire({ ...guild, settings }), audience: { kind: 'guild' } },
    ],
  };
}

function invitesOf(guild: GuildState, id: Snowflake): GuildChange[] {
  return [...guild.invites.values()]
    .filter(({ channel_id }) => channel_id === id)
    .map(({ code }) => ({ kind: 'invite-removed', code, isOver: false }));
}
