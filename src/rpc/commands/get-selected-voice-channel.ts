import Type from 'typebox';
import { RpcChannelSchema } from '../../protocol/rpc/channel.js';
import { Nullable } from '../../protocol/schema.js';
import { command } from '../dispatch/command.js';
import { toVisibleChannel } from '../views/channel.js';

export const getSelectedVoiceChannel = command({
  name: 'GET_SELECTED_VOICE_CHANNEL',
  summary: 'Returns the voice channel that the person is in, or null.',
  access: { scopes: ['rpc'] },
  args: Type.Object({}),
  data: Nullable(RpcChannelSchema),
  errors: [],
  handle(context) {
    const channel = context.voice.channel();
    return channel === null ? null : toVisibleChannel(context, channel);
  },
});
