import { DriverUnavailableError } from '../errors.js';
import { hostedDriver } from '../host/driver.js';
import { unavailabilityOf } from '../host/load-failure.js';
import { alsaEndpoints } from './alsa-cards.js';
import type { AUDIO, AudioEndpoint } from './audio-contract.js';
import { loadPortAudio, type PortAudio } from './portaudio.js';
import { soundServerEndpoints } from './sound-server.js';
import { watchEndpoints } from './watch-endpoints.js';

/**
 * Lists audio endpoints: from the system's sound service through our addon, where there is none those of ALSA's cards,
 * where there is no ALSA those of PortAudio. Runs in its own process only.
 */
export const audioDriver = hostedDriver<typeof AUDIO>(async (emit) => {
  let portAudio: PortAudio | null = null;

  const endpoints = async (): Promise<AudioEndpoint[]> => {
    const known = (await soundServerEndpoints()) ?? (await alsaEndpoints());
    if (known !== null) return known;
    // Loaded only now: it makes noise, on a machine with a sound server it would show that server alone, and if the
    // server hangs it would hang with it.
    portAudio ??= await loadPortAudio();
    return portAudio.endpoints();
  };

  try {
    await endpoints();
  } catch (error) {
    const { reason, mend } = unavailabilityOf(error);
    throw new DriverUnavailableError('audio', reason, mend);
  }
  watchEndpoints(() => emit('changed', null));
  return { requests: { endpoints } };
});
