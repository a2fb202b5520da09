import { systemClock } from '../../platform/clock.js';
import { DriverUnavailableError } from '../errors.js';
import { hostedDriver } from '../host/driver.js';
import { unavailabilityOf } from '../host/load-failure.js';
import { alsaEndpoints } from './alsa-cards.js';
import type { AUDIO } from './audio-contract.js';
import { endpointsOf, type FoundEndpoint } from './found-endpoint.js';
import { type InputListener, type InputStream, InputStreams } from './input-streams.js';
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
  const endpoints = new EndpointFinder();
  const inputs = new InputStreams({
    open: (id, listener) => endpoints.openInput(id, listener),
    level: (id, level) => emit('level', { id, level }),
  });

  try {
    await endpoints.find();
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
      endpoints: async () => endpointsOf(await endpoints.find()),
      listen: (id) => inputs.listen(id),
      unlisten: async (id) => {
        await inputs.unlisten(id);
        return null;
      },
    },
  };
});

/** The endpoints of this machine. */
class EndpointFinder {
  #naudiodon: Naudiodon | null = null;
  #portAudio: PortAudioEndpoints | null = null;

  async find(): Promise<FoundEndpoint[]> {
    const known = (await soundServerEndpoints()) ?? (await alsaEndpoints());
    if (known !== null) return known;
    this.#portAudio ??= new PortAudioEndpoints(await this.#load());
    return this.#portAudio.endpoints();
  }

  /** @returns null if the input is not plugged in or cannot be opened now */
  async openInput(id: string, listener: InputListener): Promise<InputStream | null> {
    const found = (await this.find()).find(
      ({ endpoint }) => endpoint.direction === 'input' && endpoint.id === id,
    );
    return found === undefined ? null : openInput(await this.#load(), found.way, listener, systemClock);
  }

  /**
   * Loads PortAudio only when it is needed: it writes to stderr, lists only the sound server itself where there is one,
   * and hangs if that server hangs.
   */
  async #load(): Promise<Naudiodon> {
    this.#naudiodon ??= await loadNaudiodon();
    return this.#naudiodon;
  }
}
