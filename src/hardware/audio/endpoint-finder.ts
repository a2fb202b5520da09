import { alsaEndpoints } from './alsa-cards.js';
import type { AudioEndpoint } from './audio-contract.js';
import type { FoundEndpoint } from './found-endpoint.js';
import { loadNaudiodon, type Naudiodon } from './load-naudiodon.js';
import { PortAudioEndpoints } from './portaudio.js';
import { soundServerEndpoints } from './sound-server.js';

/** Finds the endpoints of this machine, and the library that opens them. */
export class EndpointFinder {
  #naudiodon: Naudiodon | null = null;
  #portAudio: PortAudioEndpoints | null = null;

  /** All endpoints: of the sound service; without one those of ALSA; without ALSA those of PortAudio. */
  async all(): Promise<FoundEndpoint[]> {
    const known = (await soundServerEndpoints()) ?? (await alsaEndpoints());
    if (known !== null) return known;
    this.#portAudio ??= new PortAudioEndpoints(await this.naudiodon());
    return this.#portAudio.endpoints();
  }

  /**
   * The endpoint with this id.
   *
   * @param id null: the system's default of the direction
   * @returns null if it is not plugged in
   */
  async find(direction: AudioEndpoint['direction'], id: string | null): Promise<FoundEndpoint | null> {
    const isWanted = ({ endpoint }: FoundEndpoint) =>
      endpoint.direction === direction && (id === null ? endpoint.is_default : endpoint.id === id);
    return (await this.all()).find(isWanted) ?? null;
  }

  /**
   * Loads PortAudio only when it is needed: it writes to stderr, lists only the sound server itself where there is one,
   * and hangs if that server hangs.
   */
  async naudiodon(): Promise<Naudiodon> {
    this.#naudiodon ??= await loadNaudiodon();
    return this.#naudiodon;
  }
}
