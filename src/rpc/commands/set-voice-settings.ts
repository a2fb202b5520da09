import { VoiceSettingsPatchSchema, VoiceSettingsSchema } from '../../protocol/rpc/voice-settings.js';
import { onlyKnown } from '../../protocol/schema.js';
import { command } from '../command.js';
import { toVoiceHolder } from '../voice-holders.js';
import { withVoiceRefusals } from '../voice-refusals.js';

/**
 * SET_VOICE_SETTINGS: changes what is passed and nothing else, and locks the settings to this application until it
 * disconnects.
 */
export const setVoiceSettings = command({
  cmd: 'SET_VOICE_SETTINGS',
  access: { scopes: ['rpc'] },
  args: VoiceSettingsPatchSchema,
  data: VoiceSettingsSchema,
  errors: ['INVALID_PERMISSIONS'],
  handle: ({ session, voice }, patch) =>
    withVoiceRefusals(voice.change(toVoiceHolder(session), onlyKnown(VoiceSettingsPatchSchema, patch))),
});
