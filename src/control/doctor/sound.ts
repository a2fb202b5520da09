import { type Check, ok, warning } from './finding.js';

/** Checks for sound devices. */
export const sound: Check = {
  name: 'sound',
  async run({ daemon }) {
    if (daemon === null) return [];
    const count = await daemon.countAudioEndpoints();
    if (count > 0) return [ok(`${count} sound devices`)];
    return [
      warning(
        'no sound devices: voice settings offer the default entry only',
        'Start a sound server (PulseAudio, PipeWire) or plug in a device.',
      ),
    ];
  },
};
