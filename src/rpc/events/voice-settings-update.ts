import Type from 'typebox';
import { VoiceSettingsSchema } from '../../protocol/rpc/voice-settings.js';
import { event } from '../subscriptions/event.js';

export const voiceSettingsUpdate = event({
  name: 'VOICE_SETTINGS_UPDATE',
  summary: 'The voice settings changed.',
  details: 'Any client may have changed them, or a device was plugged in, unplugged or certified.',
  access: { scopes: ['rpc'] },
  errors: [],
  args: Type.Object({}),
  data: VoiceSettingsSchema,
  sources: ['voiceSettingsUpdate'],
  sendsState: true,
  hold: ({ voice }) => voice.watch(),
  subscription: () => ({}),
  dispatch: (_context, { settings }) => settings,
});
