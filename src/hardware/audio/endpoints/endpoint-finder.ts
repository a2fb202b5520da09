import { waitAtMost } from '../../../platform/async/promises.js';
import type { Clock } from '../../../platform/clock.js';
import type { AudioEndpoint } from '../audio-contract.js';
import { loadNaudiodon, type Naudiodon, type PortAudio } from '../load-naudiodon.js';
import { alsaEndpoints } from './alsa-cards.js';
import type { FoundEndpoint } from './found-endpoint.js';
import { PortAudioEndpoints } from './portaudio.js';
import { soundServerEndpoints } from './sound-server.js';

/** Finds the endpoints of this machine, and the library that opens them. */
export class EndpointFinder {
  #naudiodon: Naudiodon | null = null;
  #portAudio: PortAudioEndpoints | null = null;
  readonly #turns: StreamTurns;

  constructor(clock: Clock) {
    this.#turns = new StreamTurns(clock);
  }

  /** All endpoints: of the sound service; without one those of ALSA; without ALSA those of PortAudio. */
  async all(): Promise<FoundEndpoint[]> {
    const known = (await soundServerEndpoints()) ?? (await alsaEndpoints());
    if (known !== null) return known;
    this.#portAudio ??= new PortAudioEndpoints(await this.#load());
    const portAudio = this.#portAudio;
    return this.#turns.run(() => portAudio.endpoints());
  }

  /** The endpoints of a direction. */
  async list(direction: AudioEndpoint['direction']): Promise<FoundEndpoint[]> {
    return (await this.all()).filter(({ endpoint }) => endpoint.direction === direction);
  }

  /** Opens or ends a stream while nothing else uses PortAudio. */
  async use<Result>(task: (portAudio: PortAudio) => Result): Promise<Result> {
    const { AudioIO, getDevices, SampleFormat16Bit } = await this.#load();
    const quit: PortAudio['quit'] = (stream) =>
      this.#turns.run(() => new Promise((resolve) => stream.quit(resolve)));
    return this.#turns.run(() => task({ AudioIO, getDevices, SampleFormat16Bit, quit }));
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

/** How long others wait for a task, in milliseconds: a stream of a device that delivers nothing needs 20 seconds to end. */
const TURN_MS = 1000;

/**
 * Runs what uses PortAudio one after the other. naudiodon ends streams in threads of its own, and the process crashes if
 * another stream is opened or ended meanwhile.
 */
export class StreamTurns {
  #last: Promise<void> = Promise.resolve();

  constructor(private readonly clock: Clock) {}

  /** Runs a task after those before it. What takes longer than a second is not waited for. */
  run<Result>(task: () => Result | Promise<Result>): Promise<Result> {
    const result = this.#last.then(task);
    const ended = result.then(
      () => {},
      () => {},
    );
    this.#last = this.#last.then(() => waitAtMost(this.clock, TURN_MS, ended));
    return result;
  }
}
