import Type from 'typebox';
import { VoiceSettingsSchema } from '../../protocol/rpc/voice-settings.js';
import { command } from '../command.js';

/** GET_VOICE_SETTINGS: the person's voice settings with the machine's devices (interface.md, Voice settings). */
export const getVoiceSettings = command({
  cmd: 'GET_VOICE_SETTINGS',
  access: { scopes: ['rpc'] },
  args: Type.Object({}),
  data: VoiceSettingsSchema,
  errors: [],
  handle: ({ voice }) => voice.settings(),
});
