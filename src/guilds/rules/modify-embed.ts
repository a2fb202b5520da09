import { CHANNEL_TYPES } from '../../protocol/objects/channel.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import { guildActions } from '../audit-log/actions.js';
import type { Decision } from '../events.js';
import { findVisible } from '../permissions.js';
import { refuseField } from '../refusal.js';
import { guildRule } from '../rule.js';
import type { GuildMember, GuildSettings, GuildState } from '../state.js';

/** The embed settings of a guild: whether it is enabled, and the channel of its invite. */
export interface GuildEmbed {
  readonly enabled: boolean;
  readonly channelId: Snowflake | null;
}

/** The changes of the embed; undefined leaves a field unchanged. */
export type ModifiedEmbed = { readonly [Field in keyof GuildEmbed]: GuildEmbed[Field] | undefined };

/** Changes the embed (docs/rest.md, Modify guild embed). @throws {Refusal} */
export const modifyEmbed = guildRule({
  permission: 'MANAGE_GUILD',
  decide({ guild, member }, input: ModifiedEmbed): Decision<GuildEmbed> {
    const before = embedOf(guild.settings);
    const enabled = input.enabled ?? before.enabled;
    const channelId = input.channelId === undefined ? before.channelId : input.channelId;
    // The embed may keep a channel that the member may not view.
    if (channelId !== null && channelId !== before.channelId) requireJoinable(guild, member, channelId);
    const settings: GuildSettings = {
      ...guild.settings,
      embedEnabled: enabled,
      embedChannelId: channelId,
      // The newer name of the same setting.
      widgetEnabled: enabled,
      widgetChannelId: channelId,
    };
    return {
      result: embedOf(settings),
      changes: [{ kind: 'settings', settings }],
      events: [],
      audit: guildActions(guild, settings),
    };
  },
});

/** @throws {Refusal} if the member may view no such channel, or it is a category, which cannot be joined */
function requireJoinable(guild: GuildState, member: GuildMember, channelId: Snowflake): void {
  const channel = findVisible(guild, member, channelId);
  if (channel !== undefined && channel.type !== CHANNEL_TYPES.GUILD_CATEGORY) return;
  throw refuseField(['channelId'], 'BASE_TYPE_CHOICES', 'This is no text or voice channel of the guild.');
}

/** The embed of a guild. */
export function embedOf({ embedEnabled, embedChannelId }: GuildSettings): GuildEmbed {
  return { enabled: embedEnabled, channelId: embedChannelId };
}
