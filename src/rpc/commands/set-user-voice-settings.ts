import Type from 'typebox';
import { rpcErrors } from '../../protocol/rpc/errors.js';
import { UserVoiceSettingsSchema } from '../../protocol/rpc/voice-settings.js';
import { command } from '../dispatch/command.js';
import { withVoiceRefusals } from '../sessions/voice-holders.js';

export const setUserVoiceSettings = command({
  name: 'SET_USER_VOICE_SETTINGS',
  summary: 'Changes the volume, balance and mute of one user for the person.',
  details: 'Locks the voice settings to this application until it disconnects.',
  access: { scopes: ['rpc'] },
  args: Type.Object({ user_id: Type.String(), ...Type.Partial(UserVoiceSettingsSchema).properties }),
  data: Type.Object({ user_id: Type.String(), ...UserVoiceSettingsSchema.properties }),
  errors: ['INVALID_USER', 'INVALID_PERMISSIONS'],
  async handle({ client, session, voice, voiceHolders }, { user_id: id, pan, volume, mute }) {
    if (client.state.user(id) === undefined) return rpcErrors.invalidUser(id.slice(0, 64));
    const patch = {
      ...(pan === undefined ? {} : { pan }),
      ...(volume === undefined ? {} : { volume }),
      ...(mute === undefined ? {} : { mute }),
    };
    const holder = voiceHolders.toHolder(session);
    return { user_id: id, ...(await withVoiceRefusals(voice.changeUser(holder, id, patch))) };
  },
});
