import Type from 'typebox';
import { VoiceSettingsSchema } from '../../protocol/rpc/voice-settings.js';
import { event } from '../event.js';

/**
 * VOICE_SETTINGS_UPDATE: the voice settings changed, by any client or because a device was plugged in,
 * pulled out or certified.
 */
export const voiceSettingsUpdate = event({
  evt: 'VOICE_SETTINGS_UPDATE',
  scopes: ['rpc'],
  args: Type.Object({}),
  data: VoiceSettingsSchema,
  sources: ['voiceSettingsUpdate'],
  hold: ({ voice }) => voice.watch(),
  subscription: () => ({}),
  dispatch: (_context, { settings }) => settings,
});
