import Type from 'typebox';
import { VoiceConnectionStatusSchema } from '../../protocol/rpc/voice-connection.js';
import { event } from '../event.js';

/** VOICE_CONNECTION_STATUS: how the voice connection is doing. */
export const voiceConnectionStatus = event({
  evt: 'VOICE_CONNECTION_STATUS',
  scopes: ['rpc'],
  args: Type.Object({}),
  data: VoiceConnectionStatusSchema,
  sources: ['voiceConnectionStatus'],
  subscription: () => ({}),
  dispatch: (_context, status) => status,
});
