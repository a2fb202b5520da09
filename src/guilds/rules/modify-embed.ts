import { CHANNEL_TYPES } from '../../protocol/objects/channel.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import { guildActions } from '../audit-log/actions.js';
import type { Decision } from '../events.js';
import { refuseField } from '../refusal.js';
import { guildRule } from '../rule.js';
import type { GuildSettings } from '../state.js';

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
  decide({ guild }, input: ModifiedEmbed): Decision<GuildEmbed> {
    const before = embedOf(guild.settings);
    const enabled = input.enabled ?? before.enabled;
    const channelId = input.channelId === undefined ? before.channelId : input.channelId;
    const channel = channelId === null ? null : guild.channels.get(channelId);
    // Categories cannot be joined.
    if (channel === undefined || channel?.type === CHANNEL_TYPES.GUILD_CATEGORY) {
      throw refuseField(['channelId'], 'BASE_TYPE_CHOICES', 'This is no text or voice channel of the guild.');
    }
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

/** The embed of a guild. */
export function embedOf({ embedEnabled, embedChannelId }: GuildSettings): GuildEmbed {
  return { enabled: embedEnabled, channelId: embedChannelId };
}
