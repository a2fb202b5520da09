import Type from 'typebox';
import { VoiceSettingsSchema } from '../../protocol/rpc/voice-settings.js';
import { command } from '../dispatch/command.js';

export const getVoiceSettings = command({
  name: 'GET_VOICE_SETTINGS',
  summary: "Returns the person's voice settings and the audio devices of the machine.",
  details:
    'Certified devices that are plugged in take over: the first one is the `device_id` of its direction unless one was chosen. ' +
    'What the current input does itself (`echo_cancellation`, `noise_suppression`, `automatic_gain_control`) reads false, and `mute` reads true while its `hardware_mute` is true. ' +
    'An input whose report has `hardware_mute` is also muted and unmuted by its own button. All of this ends when the device is gone.',
  access: { scopes: ['rpc'] },
  args: Type.Object({}),
  data: VoiceSettingsSchema,
  errors: [],
  handle: ({ voice }) => voice.settings(),
});
