import Type from 'typebox';
import { VoiceSettingsSchema } from '../../protocol/rpc/voice-settings.js';
import { command } from '../command.js';

/**
 * GET_VOICE_SETTINGS: the person's voice settings with the machine's devices. Certified
 * devices that are plugged in take over: the first one is its direction's `device_id` unless one was chosen; what the input
 * in use does itself (`echo_cancellation`, `noise_suppression`, `automatic_gain_control`) reads false, and `mute` true
 * while its `hardware_mute` is; an input whose report has `hardware_mute` mutes and unmutes by its own button, too. Nothing
 * of that is kept when it is gone.
 */
export const getVoiceSettings = command({
  cmd: 'GET_VOICE_SETTINGS',
  access: { scopes: ['rpc'] },
  args: Type.Object({}),
  data: VoiceSettingsSchema,
  errors: [],
  handle: ({ voice }) => voice.settings(),
});
