import { VoiceSettingsPatchSchema, VoiceSettingsSchema } from '../../protocol/rpc/voice-settings.js';
import { onlyKnown } from '../../protocol/schema.js';
import { command } from '../dispatch/command.js';
import { toVoiceHolder, withVoiceRefusals } from '../sessions/voice-holders.js';

export const setVoiceSettings = command({
  name: 'SET_VOICE_SETTINGS',
  summary: 'Changes the voice settings that are passed, and returns all of them.',
  details: 'Locks the voice settings to this application until it disconnects.',
  access: { scopes: ['rpc'] },
  args: VoiceSettingsPatchSchema,
  data: VoiceSettingsSchema,
  errors: ['INVALID_PERMISSIONS'],
  handle: ({ session, voice }, patch) =>
    withVoiceRefusals(voice.change(toVoiceHolder(session), onlyKnown(VoiceSettingsPatchSchema, patch))),
});
