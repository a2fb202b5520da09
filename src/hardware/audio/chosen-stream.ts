import { BackOff } from '../../platform/async/back-off.js';
import { coalesceRuns } from '../../platform/async/coalesce.js';
import { waitAtMost } from '../../platform/async/promises.js';
import { type Clock, hasPassed } from '../../platform/clock.js';
import type { FoundEndpoint } from './endpoints/found-endpoint.js';

/** Delays before an endpoint that broke off or cannot be opened is opened again, in milliseconds. */
const RETRY = { firstMs: 200, longestMs: 10_000 };
/** A stream that ran this long was usable: it is opened again soon, in milliseconds. */
const HEALTHY_MS = 5000;
/** How long the stream before is given to end, in milliseconds: that of a device that was unplugged may never. */
const END_MS = 300;

/** A stream of an endpoint. */
export interface DeviceStream {
  /** Ends it; may take for ever if the device is gone. */
  stop(): Promise<void>;
}

export interface ChosenStreamOptions<Stream extends DeviceStream> {
  /** Lists the endpoints of its direction that are plugged in. */
  list(): Promise<readonly FoundEndpoint[]>;
  /**
   * Opens an endpoint.
   *
   * @param onBroken the stream ended without being stopped
   * @returns null if it cannot be opened now
   */
  open(found: FoundEndpoint, onBroken: () => void): Promise<Stream | null>;
  /** Another stream is used from now on; null: none. */
  use(stream: Stream | null): void;
  /** Another endpoint is used now, by its id; null: none can be opened. */
  report(deviceId: string | null): void;
  readonly clock: Clock;
}

interface Current<Stream> {
  readonly deviceId: string;
  readonly stream: Stream;
  readonly since: number;
}

/**
 * Keeps a stream open on the endpoint that the person chose, or on the system's default while that is missing. A stream
 * that breaks off is opened again, with back-off.
 */
export class ChosenStream<Stream extends DeviceStream> {
  #chosen: string | null = null;
  #isWanted = false;
  /** how often `doubt` was called, and of how many of these calls the list is known */
  #doubts = 0;
  #settled = 0;
  #current: Current<Stream> | null = null;
  /** undefined: nothing was reported */
  #reported: string | null | undefined;
  readonly #backOff = new BackOff(RETRY);
  #cancelRetry = () => {};
  #ending: Promise<unknown> = Promise.resolve();
  readonly #update: () => void;

  constructor(private readonly options: ChosenStreamOptions<Stream>) {
    this.#update = coalesceRuns(() => this.#reopen());
  }

  /** @param deviceId the id of an endpoint; null: the system's default */
  choose(deviceId: string | null): void {
    if (deviceId === this.#chosen) return;
    this.#chosen = deviceId;
    this.retry();
  }

  /** Whether a stream is to be open. */
  want(isWanted: boolean): void {
    if (isWanted === this.#isWanted) return;
    this.#isWanted = isWanted;
    this.retry();
  }

  /** Whether the endpoint in use may be gone: the list is not known yet. */
  get isInDoubt(): boolean {
    return this.#settled < this.#doubts;
  }

  /** The endpoint in use may be gone, and the sound service may have moved its stream to another one. */
  doubt(): void {
    this.#doubts += 1;
    this.retry();
  }

  /** Endpoints may have changed, or another one is the default. */
  retry(): void {
    this.#cancelRetry();
    this.#update();
  }

  /** Closes the stream. @returns when it has ended, or soon */
  async stop(): Promise<void> {
    this.#isWanted = false;
    this.#cancelRetry();
    this.#close();
    await waitAtMost(this.options.clock, END_MS, this.#ending);
  }

  async #reopen(): Promise<void> {
    if (!this.#isWanted) {
      this.#close();
      return;
    }
    const [first, ...others] = await this.#candidates();
    if (first !== undefined && (await this.#ensureOpen(first))) return;
    // What is plugged in may be in use elsewhere.
    this.#retryLater();
    for (const found of others) if (await this.#ensureOpen(found)) return;
    if (this.#current === null) this.#report(null);
  }

  /** The chosen endpoint and the default, those of them that are plugged in. */
  async #candidates(): Promise<FoundEndpoint[]> {
    const doubts = this.#doubts;
    const plugged = await this.options.list().catch(() => []);
    const chosen = plugged.filter(({ endpoint }) => endpoint.id === this.#chosen);
    const fallback = plugged.filter(({ endpoint }) => endpoint.is_default && endpoint.id !== this.#chosen);
    const candidates = [...chosen, ...fallback];
    // A stream of an endpoint that was unplugged was moved by the sound service, or is about to break off.
    const used = this.#current?.deviceId;
    if (!candidates.some(({ endpoint }) => endpoint.id === used)) this.#close();
    this.#settled = doubts;
    return candidates;
  }

  /** @returns whether this endpoint is open */
  async #ensureOpen(found: FoundEndpoint): Promise<boolean> {
    const deviceId = found.endpoint.id;
    if (deviceId === this.#current?.deviceId) return true;
    await waitAtMost(this.options.clock, END_MS, this.#ending);
    let current: Current<Stream> | null = null;
    let isBroken = false;
    const onBroken = () => {
      isBroken = true;
      if (current === null || this.#current !== current) return;
      this.#close();
      this.#retryLater();
    };
    const stream = await this.options.open(found, onBroken).catch(() => null);
    if (stream === null || isBroken) return false;
    this.#close();
    if (!this.#isWanted) {
      this.#end(stream);
      return true;
    }
    current = { deviceId, stream, since: this.options.clock.now() };
    this.#current = current;
    this.options.use(stream);
    this.#report(deviceId);
    return true;
  }

  #close(): void {
    const current = this.#current;
    if (current === null) return;
    this.#current = null;
    if (hasPassed(this.options.clock.now(), current.since, HEALTHY_MS)) this.#backOff.reset();
    this.options.use(null);
    this.#end(current.stream);
  }

  #end(stream: Stream): void {
    this.#ending = stream.stop().catch(() => {});
  }

  #retryLater(): void {
    this.#cancelRetry();
    this.#cancelRetry = this.options.clock.after(this.#backOff.next(), this.#update);
  }

  #report(deviceId: string | null): void {
    if (deviceId === this.#reported) return;
    this.#reported = deviceId;
    this.options.report(deviceId);
  }
}
