import Type from 'typebox';
import { VoiceConnectionStatusSchema } from '../../protocol/rpc/voice-connection.js';
import { event } from '../subscriptions/event.js';

export const voiceConnectionStatus = event({
  name: 'VOICE_CONNECTION_STATUS',
  summary: 'The voice connection reports its state and latency.',
  access: { scopes: ['rpc'] },
  errors: [],
  args: Type.Object({}),
  data: VoiceConnectionStatusSchema,
  sources: ['voiceConnectionStatus'],
  subscription: () => ({}),
  dispatch: (_context, status) => status,
});
