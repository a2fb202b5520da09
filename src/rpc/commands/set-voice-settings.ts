import { VoiceSettingsPatchSchema, VoiceSettingsSchema } from '../../protocol/rpc/voice-settings.js';
import { onlyKnown } from '../../protocol/schema.js';
import { command } from '../dispatch/command.js';
import { withVoiceRefusals } from '../sessions/voice-holders.js';

export const setVoiceSettings = command({
  name: 'SET_VOICE_SETTINGS',
  summary: 'Changes the voice settings that are passed, and returns all of them.',
  details:
    'Locks the voice settings to this application until it disconnects. ' +
    "A `shortcut` that is not the person's own is watched only if the application may record keys: they are asked in the background (see Key capture).",
  access: { scopes: ['rpc'] },
  args: VoiceSettingsPatchSchema,
  data: VoiceSettingsSchema,
  errors: ['INVALID_PERMISSIONS'],
  async handle({ namedKeys, session, voice, voiceHolders }, patch) {
    const holder = voiceHolders.toHolder(session);
    const settings = await withVoiceRefusals(
      voice.change(holder, onlyKnown(VoiceSettingsPatchSchema, patch)),
    );
    if (patch.mode !== undefined) namedKeys.ask(session);
    return settings;
  },
});
