import { throttle } from '../../platform/coalesce.js';
import { KeyedLock } from '../../platform/keyed-lock.js';

/** How long to wait before a stream that broke off is reopened, in milliseconds. */
const RETRY_MS = 500;
/** the key of the lock: inputs are opened and closed one after the other */
const INPUTS = 'inputs';

/** A running recording. */
export interface InputStream {
  /** ends it; no samples follow */
  stop(): Promise<void>;
}

export interface InputListener {
  /** the samples of the last moment: 16 bits each, signed, little-endian */
  onSamples(samples: Buffer): void;
  /** it ended by itself; nothing follows */
  onBroken(): void;
}

export interface InputStreamsOptions {
  /**
   * Opens an input by its id.
   *
   * @returns null if it is not plugged in or cannot be opened now
   */
  open(id: string, listener: InputListener): Promise<InputStream | null>;
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
    let over = false;
    let stream: InputStream | null = null;
    const onSamples = (samples: Buffer) => {
      if (!over) this.options.level(id, levelOf(samples));
    };
    const onBroken = () => {
      over = true;
      // Another stream of this input may be open by now.
      if (stream === null || this.#wanted.get(id) !== stream) return;
      this.#wanted.set(id, null);
      this.#retryLater();
    };
    const opened = await this.options.open(id, { onSamples, onBroken });
    if (opened === null || over) return;
    stream = {
      stop: () => {
        over = true;
        return opened.stop();
      },
    };
    this.#wanted.set(id, stream);
  }
}

/** Silence, in dB of full scale: the lowest value of voice settings. */
const SILENCE = -100;

/** The level of samples (16 bits each, signed, little-endian), in dB of full scale from -100 to 0. */
export function levelOf(samples: Buffer): number {
  const count = Math.floor(samples.length / 2);
  let squares = 0;
  for (let index = 0; index < count; index += 1) squares += (samples.readInt16LE(index * 2) / 32_768) ** 2;
  if (squares === 0) return SILENCE;
  return Math.max(SILENCE, Math.min(0, 10 * Math.log10(squares / count)));
}
