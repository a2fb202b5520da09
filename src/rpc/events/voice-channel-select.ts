import Type from 'typebox';
import { Nullable } from '../../protocol/schema.js';
import { event } from '../subscriptions/event.js';

export const voiceChannelSelect = event({
  name: 'VOICE_CHANNEL_SELECT',
  summary: 'The person joined a voice channel or left the one they were in.',
  details: '`channel_id` is null when they left.',
  access: { scopes: ['rpc'] },
  errors: [],
  args: Type.Object({}),
  data: Type.Object({ channel_id: Nullable(Type.String()), guild_id: Nullable(Type.String()) }),
  sources: ['voiceChannelSelect'],
  subscription: () => ({}),
  dispatch: (_context, { channelId, guildId }) => ({ channel_id: channelId, guild_id: guildId }),
});
