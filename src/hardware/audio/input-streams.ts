import { throttle } from '../../platform/async/coalesce.js';
import { KeyedLock } from '../../platform/async/keyed-lock.js';
import { levelOf } from './level.js';
import type { InputStream } from './open-input.js';

/** How long to wait before a stream that broke off is reopened, in milliseconds. */
const RETRY_MS = 500;
/** the key of the lock: inputs are opened and closed one after the other */
const INPUTS = 'inputs';

export interface InputStreamsOptions {
  /**
   * Opens an input by its id.
   *
   * @param onBroken it ended without being stopped
   * @returns null if it is not plugged in or cannot be opened now
   */
  open(id: string, onBroken: () => void): Promise<InputStream | null>;
  /** the level of an input in the last moment */
  level(id: string, level: number): void;
}

/** The inputs that have listeners. An input that is missing or breaks off is opened once it is available again. */
export class InputStreams {
  readonly #wanted = new Map<string, InputStream | null>();
  readonly #turns = new KeyedLock();
  /** a stream that broke off may be available again already: the notification arrived while it was still open */
  readonly #retryLater = throttle(RETRY_MS, () => void this.retry().catch(() => {}));

  constructor(private readonly options: InputStreamsOptions) {}

  /** @returns whether it is open */
  async listen(id: string): Promise<boolean> {
    if (!this.#wanted.has(id)) this.#wanted.set(id, null);
    await this.retry();
    return (this.#wanted.get(id) ?? null) !== null;
  }

  async unlisten(id: string): Promise<void> {
    await this.#turns.run(INPUTS, async () => {
      const stream = this.#wanted.get(id);
      this.#wanted.delete(id);
      await stream?.stop();
    });
  }

  /** Opens inputs with listeners that are not open. */
  retry(): Promise<void> {
    return this.#turns.run(INPUTS, async () => {
      for (const [id, stream] of this.#wanted) if (stream === null) await this.#open(id);
    });
  }

  async #open(id: string): Promise<void> {
    let isBroken = false;
    let stream: InputStream | null = null;
    const onBroken = () => {
      isBroken = true;
      // Another stream of this input may be open by now.
      if (stream === null || this.#wanted.get(id) !== stream) return;
      this.#wanted.set(id, null);
      this.#retryLater();
    };
    stream = await this.options.open(id, onBroken);
    if (stream === null || isBroken) return;
    this.#wanted.set(id, stream);
    stream.record((samples) => {
      if (this.#wanted.get(id) === stream) this.options.level(id, levelOf(samples));
    });
  }
}
