import { systemClock } from '../../platform/clock.js';
import { DriverUnavailableError } from '../errors.js';
import { hostedDriver } from '../host/driver.js';
import { unavailabilityOf } from '../host/load-failure.js';
import { alsaEndpoints } from './alsa-cards.js';
import type { AUDIO } from './audio-contract.js';
import { endpointsOf, type FoundEndpoint } from './found-endpoint.js';
import { InputStreams } from './input-streams.js';
import { loadNaudiodon, type Naudiodon } from './load-naudiodon.js';
import { openInput } from './open-input.js';
import { PortAudioEndpoints } from './portaudio.js';
import { soundServerEndpoints } from './sound-server.js';
import { watchEndpoints } from './watch-endpoints.js';

/**
 * Lists audio endpoints: those of the system's sound service through the native addon; without a sound service those of
 * ALSA; without ALSA those of PortAudio. Measures the level of inputs through PortAudio. Runs only in its own process.
 */
export const audioDriver = hostedDriver<typeof AUDIO>(async (emit) => {
  let naudiodon: Naudiodon | null = null;
  let portAudio: PortAudioEndpoints | null = null;

  // Loaded only when needed: it writes to stderr, lists only the sound server itself where there is one, and hangs if
  // that server hangs.
  const load = async (): Promise<Naudiodon> => {
    naudiodon ??= await loadNaudiodon();
    return naudiodon;
  };
  const find = async (): Promise<FoundEndpoint[]> => {
    const known = (await soundServerEndpoints()) ?? (await alsaEndpoints());
    if (known !== null) return known;
    portAudio ??= new PortAudioEndpoints(await load());
    return portAudio.endpoints();
  };
  const inputs = new InputStreams({
    async open(id, listener) {
      const found = (await find()).find(
        ({ endpoint }) => endpoint.direction === 'input' && endpoint.id === id,
      );
      return found === undefined ? null : openInput(await load(), found.way, listener, systemClock);
    },
    level: (id, level) => emit('level', { id, level }),
  });

  try {
    await find();
  } catch (error) {
    const { reason, hint } = unavailabilityOf(error);
    throw new DriverUnavailableError('audio', reason, hint);
  }
  watchEndpoints(() => {
    emit('changed', null);
    // The request `listen` reports what is wrong.
    inputs.retry().catch(() => {});
  });
  return {
    requests: {
      endpoints: async () => endpointsOf(await find()),
      listen: (id) => inputs.listen(id),
      unlisten: async (id) => {
        await inputs.unlisten(id);
        return null;
      },
    },
  };
});
