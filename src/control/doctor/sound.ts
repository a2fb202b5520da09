import { type Check, ok, warning } from './finding.js';

/** Checks for sound devices. */
export const sound: Check = {
  name: 'sound',
  async run({ daemon }) {
    if (daemon === null) return [];
    const { inputs, outputs } = await daemon.countAudioEndpoints();
    if (inputs > 0 && outputs > 0) return [ok(`microphones: ${inputs}, speakers: ${outputs}`)];
    if (inputs > 0)
      return [warning('no speakers: voice channels cannot be heard', 'Plug in speakers or headphones.')];
    if (outputs > 0)
      return [warning('no microphone: nobody can hear you in voice channels', 'Plug in a microphone.')];
    return [
      warning(
        'no sound devices: voice settings offer the default entry only',
        'Start a sound server (PulseAudio, PipeWire) or plug in a device.',
      ),
    ];
  },
};
