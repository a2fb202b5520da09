import Type from 'typebox';
import { Nullable } from '../../protocol/schema.js';
import { event } from '../event.js';

/** VOICE_CHANNEL_SELECT: the person joined a voice channel, or (null) left the one they were in. */
export const voiceChannelSelect = event({
  evt: 'VOICE_CHANNEL_SELECT',
  scopes: ['rpc'],
  args: Type.Object({}),
  data: Type.Object({ channel_id: Nullable(Type.String()), guild_id: Nullable(Type.String()) }),
  sources: ['voiceChannelSelect'],
  subscription: () => ({}),
  dispatch: (_context, { channelId, guildId }) => ({ channel_id: channelId, guild_id: guildId }),
});
