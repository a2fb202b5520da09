import type { Snowflake } from '../../protocol/snowflake.js';
import { channelActions, guildActions } from '../audit-log/actions.js';
import type { GuildChange } from '../changes.js';
import { channelUpdates } from '../channel-updates.js';
import { combineEffects, type Decision, type Effects, NO_EFFECTS, snapshotOf } from '../events.js';
import { channelRule } from '../rule.js';
import type { GuildChannel, GuildSettings, GuildState } from '../state.js';

/** Settings of a guild that refer to a channel. */
const CHANNEL_SETTINGS = [
  'afkChannelId',
  'embedChannelId',
  'widgetChannelId',
  'systemChannelId',
] as const satisfies (keyof GuildSettings)[];

/**
 * Deletes a channel and all references to it (docs/rest.md, channels): channels of a deleted category have no parent, the
 * settings of the guild no longer name the channel, and its invites and messages are deleted.
 *
 * @throws {Refusal}
 */
export const deleteChannel = channelRule({
  permission: 'MANAGE_CHANNELS',
  decide({ guild, channel }): Decision<GuildChannel> {
    const children = [...guild.channels.values()]
      .filter(({ parentId }) => parentId === channel.id)
      .map((child) => ({ ...child, parentId: null }));
    const orphaned = channelUpdates(guild, children);
    const settings = settingsWithout(guild, channel.id);
    const removal: Effects = {
      changes: [...invitesOf(guild, channel.id), { kind: 'channel-removed', id: channel.id }],
      events: [{ type: 'channelDeleted', channel }],
      audit: channelActions(guild, channel, null),
    };
    const { changes, audit } = combineEffects(orphaned, settings, removal);
    // Clients expect the settings after the deletion of the channel.
    const events = [...orphaned.events, ...removal.events, ...settings.events];
    return { result: channel, changes, events, ...(audit !== undefined && { audit }) };
  },
});

function settingsWithout(guild: GuildState, id: Snowflake): Effects {
  const named = CHANNEL_SETTINGS.filter((name) => guild.settings[name] === id);
  if (named.length === 0) return NO_EFFECTS;
  const settings = { ...guild.settings, ...Object.fromEntries(named.map((name) => [name, null])) };
  return {
    changes: [{ kind: 'settings', settings }],
    events: [{ type: 'guildUpdated', guild: snapshotOf(guild, settings) }],
    audit: guildActions(guild, settings),
  };
}

function invitesOf(guild: GuildState, id: Snowflake): GuildChange[] {
  return [...guild.invites.values()]
    .filter(({ channelId }) => channelId === id)
    .map(({ code }) => ({ kind: 'invite-removed', code }));
}
